/** A fault that somebody could make in one line, and the tests that must notice it. */
export interface Mutant {
  /** What is wrong with it, as a sentence. */
  readonly name: string
  readonly file: string
  /** Text that stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  readonly project: 'shared' | 'sync' | 'server' | 'client'
  /** Folders or files whose tests must turn red, as vitest filters them. */
  readonly tests: readonly string[]
}

/** Faults in a file, each of which tests of a project must notice. */
const of = (
  file: string,
  project: Mutant['project'],
  tests: readonly string[],
  faults: ReadonlyArray<readonly [name: string, find: string, replace: string]>,
): Mutant[] => faults.map(([name, find, replace]) => ({ name, file, find, replace, project, tests }))

/**
 * Faults in rules on which the two promises stand: nothing written is lost, every decision can be explained. A rule that moves takes
 * its mutant along; one that goes takes it away.
 */
export const mutants: readonly Mutant[] = [
  ...of(
    'shared/stages/rules.ts',
    'shared',
    ['shared/stages'],
    [
      ['a stage ends a millisecond early', 'return startMs <= at && at <= endMs', 'return startMs <= at && at < endMs'],
      ['the grace of a stage lasts two days', 'at <= endMs + graceMs', 'at <= endMs + 2 * graceMs'],
      ['work done after the end is let in by the grace', '&& done >= known && done <= endMs', '&& done >= known'],
      ['work done before the last contact is let in by the grace', '&& done >= known && done <= endMs', '&& done <= endMs'],
    ],
  ),
  ...of(
    'shared/kernel/moment-words.ts',
    'shared',
    ['shared/kernel/moment-words.test.ts'],
    [
      ['a deadline does not say what time it is on a device elsewhere', "if (own === chile) return ''", "return ''"],
      ['a device on which it is another day then does not say which', "dayOf(own) === dayOf(chile) ? ''", "true ? ''"],
      ['a deadline is the first moment of its day', 'instantOf(endOfDayMs(until))', 'instantOf(startOfDayMs(until))'],
    ],
  ),
  ...of(
    'shared/replica/rules.ts',
    'shared',
    ['shared/replica'],
    [
      [
        'one more sub-dimension is opened than may be',
        'replicasUsed(world).length >= config.points',
        'replicasUsed(world).length > config.points',
      ],
      ['what is excluded is opened', "if (config.excludedSubDimensionIds.includes(subDimensionId)) return 'replica_excluded'", ''],
      ['a replica that was not sent is decided', 'Boolean(participant.replicaSentAt)', 'true'],
      ['what nobody justified is appealed', 'isOpened(world, unit) && Boolean(world.answer(unit)?.appeal)', 'isOpened(world, unit)'],
    ],
  ),
  ...of(
    'shared/answers/mutations.ts',
    'shared',
    ['shared/replica'],
    [
      [
        'a replica clears an accepted answer',
        "some((each) => world.get('evaluation', each)?.decision === 'Accepted')",
        'some(() => false)',
      ],
      ['what was rejected is not kept beside its change', '...(rejectedValue === undefined ? {} : { rejectedValue }),', ''],
    ],
  ),
  ...of(
    'shared/answers/rules.ts',
    'shared',
    ['shared/answers', 'shared/access', 'shared/assignments'],
    [
      ['an open thread does not hold the answer', "if (thread?.state === 'open' && awaitedOf", "if (thread?.state === 'none' && awaitedOf"],
      [
        'an accepted answer can be edited',
        "if (accepted || world.get('evaluation', unit)?.decision === 'Accepted') return",
        'if (accepted) return',
      ],
      [
        'in a correction everything can be changed',
        "return isCorrectable(world, question, unit) ? undefined : 'not_observed'",
        'return undefined',
      ],
      [
        'in a replica everything rejected can be changed',
        "if (phase !== 'ReplicaInput' || isReplicable(world, question, unit)) return undefined",
        'return undefined',
      ],
      ['a level above does not hold the answer', 'over > answer.level) return answer.sent', 'over < answer.level) return answer.sent'],
      ['a survey that was sent can be edited', "if (world.participant.surveySentAt !== null) return 'survey_sent'", ''],
      [
        'a closed parent leaves the answers below it',
        'for (const id of question.dependent) {\n    const child',
        'for (const id of [] as string[]) {\n    const child',
      ],
    ],
  ),
  ...of(
    'shared/answers/mutations.ts',
    'shared',
    ['shared/answers', 'shared/conflicts', 'shared/mutations.test.ts'],
    [
      ['a later value replaces an earlier one that it did not see', 'standing.mid !== context.base', 'false'],
      ['a value is written where no question is open', 'if (!isOpen(world, unit)) return turnedAway', 'if (false) return turnedAway'],
      ['an invalid value is stored', 'if (wrong) return refused(wrong.code, wrong.params)', ''],
      ['a revision does not count', 'rev: before.rev + 1,\n    mid: context.mid', 'rev: before.rev,\n    mid: context.mid'],
      ['the value that a dependency cleared is forgotten', 'clearedValue: child.value', 'clearedValue: null'],
    ],
  ),
  ...of(
    'shared/privileges/rules.ts',
    'shared',
    ['shared/privileges', 'shared/answers', 'shared/evaluations'],
    [
      ['a lock stops no institution', 'if (institutionWrites.has(privilege)) return !locked', ''],
      ['an evaluator decides on what is not sent', 'if (evaluatorWrites.has(privilege)) return locked', ''],
      ['answers are watched before they are sent', "if (privilege === 'watchAnswers' && isInput(phase)) return locked", ''],
      ['a switched-off form gives its privileges', 'if (!form.enabled) return false\n  const phase', 'const phase'],
    ],
  ),
  ...of(
    'shared/answers/ladder.ts',
    'shared',
    ['shared/answers', 'shared/conflicts', 'shared/mutations.test.ts'],
    [
      ['the responsible loses against somebody else', "if (late && !current) return 'over'", "if (!late && current) return 'over'"],
      [
        'a suggestion reaches nobody',
        "if (reason === 'not_assignee' && responsible !== context.actor.id) {",
        'if (responsible === null) {',
      ],
      [
        'who may not see a sub-dimension is shown what stands in it',
        'const shown = sees(world, question, context.actor.id, context.actor.kind) ? theirs : null',
        'const shown = theirs',
      ],
    ],
  ),
  ...of(
    'shared/assignments/rules.ts',
    'shared',
    ['shared/assignments', 'shared/access', 'shared/answers'],
    [
      ['the delegate leads nothing', '|| world.participant.delegateId === userId', ''],
      [
        'an area leader does not see the sub-dimensions below',
        'subDimension.parentId !== null && heldBy(world, subDimension.parentId) === userId',
        'false',
      ],
      ['everybody sees the survey', 'if (subDimensionId === surveyDimensionId) return false', ''],
      ['nobody but the assignee stands over a question', 'assignee === null && seesSubDimension', 'assignee !== null && seesSubDimension'],
    ],
  ),
  ...of(
    'shared/assignments/mutations.ts',
    'shared',
    ['shared/assignments', 'shared/conflicts', 'shared/mutations.test.ts'],
    [
      ['an assignment that nobody saw is overwritten', 'if (current && current.rev !== seen) {', 'if (current && current.rev < 0) {'],
      ['the assignee gets no letter', 'if (userId !== null && userId !== context.actor.id)', 'if (userId === context.actor.id)'],
    ],
  ),
  ...of(
    'shared/comments/mutations.ts',
    'shared',
    ['shared/comments'],
    [
      [
        'anybody edits a comment',
        "|| comment.authorId !== context.actor.id) return refused('thread_missing')\n    const wrong",
        ") return refused('thread_missing')\n    const wrong",
      ],
      ['a comment is edited after its reply', "&& thread.state === 'open' && !replied", "&& thread.state === 'open'"],
      ['anybody resolves a thread', '(thread.authorId !== context.actor.id && !above)', 'false'],
      [
        'a resolved thread leaves the answer where it was',
        '{ ...answer, level: formerLevel, sent: formerSent, changeAnswer: formerChanged ?? true }',
        '{ ...answer, changeAnswer: formerChanged ?? true }',
      ],
      ['a comment claims the revision that it meets', 'return Math.min(saw ?? standing, standing)', 'return standing'],
      ['a comment on a removed row goes to no screen', 'const at = unitForWords(world, unit)', 'const at: Unit | undefined = unit'],
      ['a resolved comment ends an observation', 'changeAnswer: formerChanged ?? true }', 'changeAnswer: true }'],
      ['a comment resolved after a decision takes the answer from its responsible', 'if (isDecidedSince) return []', ''],
    ],
  ),
  ...of(
    'shared/evaluations/mutations.ts',
    'shared',
    ['shared/evaluations', 'shared/conflicts', 'shared/institutions'],
    [
      [
        'a decision on an older revision stands',
        "if (world.answer(unit)?.rev !== answerRev) return turnedAway(world, unit, context, 'evaluated_old_revision', wanted)",
        '',
      ],
      [
        'the remaining are accepted whatever they are by now',
        'if (world.answer(unit)?.rev !== answerRev) {\n        changed.evaluated_old_revision.push(unit)',
        'if (answerRev < 0) {\n        changed.evaluated_old_revision.push(unit)',
      ],
      [
        'a decision on a file that nobody looked at stands',
        "if (!sawFile(world, unit, file, context)) return turnedAway(world, unit, context, 'evaluated_old_file', wanted)",
        '',
      ],
      [
        'the remaining are accepted whatever file they have by now',
        'if (!sawFile(world, unit, seen && (seen.get(unit) ?? null), context)) {',
        'if (seen === null) {',
      ],
      ['the remaining overwrite what was decided', '|| decisionIn(world, unit, round)) continue', ') continue'],
      ['an acceptance of an older revision is published', "(draft.decision === 'Accepted' && isOutdated(world, draft))", 'false'],
      ['an evaluation is sent with gaps', 'if (gaps.length > waiting)', 'if (gaps.length < waiting)'],
      ['an evaluation is sent before its files have arrived', 'if (waiting > 0) return', 'if (waiting < 0) return'],
      ['an observation needs no words', "if (decision === 'Observed' && wanted.text === null) return refused('observation_empty')", ''],
      [
        'rejecting leaves what depends on it',
        'return answeredBelow(world, unit).flatMap((child) => {',
        'return ([] as Unit[]).flatMap((child) => {',
      ],
    ],
  ),
  ...of(
    'shared/evaluations/rules.ts',
    'shared',
    ['shared/evaluations', 'shared/privileges'],
    [
      [
        'an acceptance of a changed answer stands in the second round',
        "earlier?.decision === 'Accepted' && !isOutdated(world, earlier)",
        "earlier?.decision === 'Accepted'",
      ],
      [
        'whoever holds a form sees what was released',
        "may(world, actor, 'viewObservation', now) ? world.get('evaluation', unit) : undefined",
        "world.get('evaluation', unit)",
      ],
    ],
  ),
  ...of(
    'shared/evaluations/overview.ts',
    'shared',
    ['shared/evaluations'],
    [
      [
        'a list counts what was observed and changed since',
        "decision?.decision === 'Observed' && isUnchanged(world, decision)",
        "decision?.decision === 'Observed'",
      ],
      ['a list counts what is not to be decided', "if (!needsDecision(world, unit, 'SecondRevision')) continue", ''],
    ],
  ),
  ...of(
    'shared/sends/mutations.ts',
    'shared',
    ['shared/sends'],
    [
      ['what changed since the review is sent', 'if (changed.length > 0) {', 'if (changed.length < 0) {'],
      ['a send ignores what blocks it', 'if (blocking.length > 0) return', 'if (blocking.length < 0) return'],
    ],
  ),
  ...of(
    'shared/stages/mutations.ts',
    'shared',
    ['shared/stages', 'shared/cycle.test.ts'],
    [
      ['a stage that ends locks nobody', 'if (isInput(stage.kind) && !locked) {', 'if (isInput(stage.kind) && locked) {'],
      ['a round that was not sent is published', '.filter((round) => isRoundSent(world, round, stage))', ''],
      ['more time is told as less', 'if (moved.end < (world', 'if (moved.end !== (world'],
    ],
  ),
  ...of(
    'shared/reminders/opening.ts',
    'shared',
    ['shared/stages', 'shared/evaluations'],
    [
      ['a stage’s beginning is told to everybody', '.filter((each) => each.leads || isConcerned(world, each.person, now))', ''],
      ['who is at work already gets a letter of every observation', '&& !owesAnything(owedBy(before, each.person, now))', ''],
      ['who has sent is told of a stage', '|| participant.locked ||', '||'],
    ],
  ),
  ...of(
    'shared/assignments/release.ts',
    'shared',
    ['shared/accounts'],
    [
      ['who closes an account is told of it', '|| heir === by', ''],
      ['what is above an element is passed over', 'return above === null ?', 'return above !== undefined ?'],
    ],
  ),
  ...of(
    'shared/institutions/reopen.ts',
    'shared',
    ['shared/stages'],
    [['a request outlives the opening', "{ ...request, state: 'granted' }", '{ ...request }']],
  ),
  ...of(
    'shared/institutions/mutations.ts',
    'shared',
    ['shared/institutions', 'shared/cycle.test.ts'],
    [['an institution is opened again while evaluators decide', '&& !isRevision(stage.kind)', '']],
  ),
  ...of(
    'shared/protocol/check.ts',
    'shared',
    ['shared'],
    [['the check of a scope does not see versions', '${row.i}\\n${row.v}`', '${row.i}`']],
  ),
  ...of(
    'shared/attachments/content.ts',
    'shared',
    ['shared/attachments'],
    [
      ['a file is what its name says', 'signatures[extensionOf(name)]?.(bytes) ?? false', 'extensionOf(name) in signatures'],
      ['a file that was cut off is taken', 'signedAs(name, bytes) && !isCut(bytes)', 'signedAs(name, bytes)'],
    ],
  ),

  ...of(
    'shared/kernel/backoff.ts',
    'shared',
    ['shared/kernel'],
    [
      ['waits never grow', '2 ** Math.min(failures - 1, 10)', '1'],
      ['an attempt follows at once', 'Math.max(100, ', 'Math.max(0, '],
    ],
  ),
  ...of(
    'sync/drafts/desk.ts',
    'sync',
    ['sync/drafts'],
    [
      ['what a page left that is gone is never sent', 'const became = isAlone ? await', 'const became = !isAlone ? await'],
      [
        'of two texts about the same the first becomes the change',
        'const isAlone = places.get(placeOf(row))?.length === 1',
        'const isAlone = true',
      ],
      ['a text that lives in another tab is sent for it', 'if (living || row.writer', 'if (row.writer'],
      ['what waits for the person counts as to send', '({ draft }) => draft.edit !== undefined', '() => true'],
      ['what is written counts once it is on the disk', 'else if (stored) rows.set(key, { ...stored, draft })', 'else rows.delete(key)'],
    ],
  ),
  ...of(
    'sync/drafts/slot.ts',
    'sync',
    ['sync/drafts'],
    [
      ['a change is made at each key', 'export const settlePauseMs = 2000', 'export const settlePauseMs = 0'],
      ['of two texts about the same the page makes its own the change', 'if (this.others.length > 0) return this.#ask()', ''],
      ['what the person has to decide is asked for again and again', "later: became === 'later' }", 'later: true }'],
      ['a change that was refused is told as on its way', 'else if (version === this.#version) this.#wait()', ''],
      ['what found no room is not tried again', 'this.#stopPause ??= this.#ports.later(() => void this.settle(), laterMs)', ';'],
    ],
  ),
  ...of(
    'sync/replica/live.ts',
    'sync',
    ['sync/drafts', 'sync/replica'],
    [
      [
        'a draft goes over a version that its author has not seen',
        'if (mutation?.baseOf && mutation.baseOf(this.#optimistic, args) !== seen) return true',
        '',
      ],
      [
        'a draft clears other answers in its author’s absence',
        'return mutation?.asksFirst?.(this.#optimistic, args) ?? false',
        'return false',
      ],
      ['listeners hear of a world between its rows and what waits', '    this.rebased()\n', ''],
    ],
  ),
  ...of(
    'sync/storage/enqueue.ts',
    'sync',
    ['sync/storage', 'sync/engine.test.ts'],
    [
      ['what is on the wire is replaced', 'next.seq <= now.inFlightThrough || ', ''],
      ['another mutation is replaced', ' || standing[position]?.mid !== next.mid', ''],
      [
        'an order that was written is written again',
        'if (lastMid !== undefined && lastMid === now.lastMid) return',
        'if (lastMid === null) return',
      ],
    ],
  ),
  ...of(
    'sync/storage/segments.ts',
    'sync',
    ['sync/storage'],
    [
      ['a row that is gone comes back', 'row.r !== null || joined.length < keys.length', 'row.r !== null'],
      ['an older segment hides a newer one', 'for (const key of segments.toReversed()) {', 'for (const key of segments) {'],
    ],
  ),
  ...of(
    'sync/storage/dexie.ts',
    'sync',
    ['sync'],
    [['what a pull acknowledges needs no proof', 'if (patch.acked > now.ledgerThrough) return', 'if (false) return']],
  ),
  ...of(
    'sync/outbox/courier.ts',
    'sync',
    ['sync'],
    [
      ['a server that misses mutations is not sent them again', 'if (Number.isFinite(expected)) return this.#rewind(expected - 1)', ''],
      ['a too large push is not halved', 'if (reply.status === 413) return this.#isolate(rows, reply.code)', ''],
      [
        'what follows a failed batch meets the one behind it',
        "if (!goesOn && following?.kind === 'flight') await following.sent?.reply",
        '',
      ],
      ['another epoch is taken for the same', 'if (known !== null && page.epoch !== known) return this.#restart()', ''],
      ['a refused push is forgotten', "result.d !== 'applied' && result.d !== 'noop' && ", "result.d === 'applied' && "],
    ],
  ),
  ...of(
    'sync/outbox/loop.ts',
    'sync',
    ['sync'],
    [
      [
        'a mutation goes on the wire over an unproven network',
        'if (this.#state.reachable !== true) {',
        'if (this.#state.reachable === true) {',
      ],
    ],
  ),
  ...of(
    'client/data/server/connection.ts',
    'client',
    ['client/data/server/connection.test.ts', 'client/data/server/online.test.ts'],
    [
      ['a page asks for itself although the engine knows', ' || this.#arbiterKnows || ', ' || '],
      ['a hidden page goes on asking', ' || !this.#outside.visible()) return', ') return'],
      ['one call without an answer closes the page', 'if (this.#known !== false) this.#arm(true)', 'this.#learn(false)'],
      ['the engine is not told of calls', 'this.#arbiter?.callEnded(answered)', ''],
    ],
  ),
  ...of(
    'client/data/server/request.ts',
    'client',
    ['client/data/server/online.test.ts'],
    [["a portal's page counts as an answer", '(await envelopeIn(reply.value)) !== null', 'reply.value.ok']],
  ),
  ...of(
    'sync/tabs/leadership.ts',
    'sync',
    ['sync/tabs'],
    [['a silent leader is never replaced', '#heardAt > silentMs', '#heardAt > 1000 * silentMs']],
  ),
  ...of(
    'sync/transport/http.ts',
    'sync',
    ['sync/transport'],
    [["a stranger's JSON counts as an answer", "body['success'] !== true || !isReply(body['data'])", 'false']],
  ),
  ...of(
    'sync/status.ts',
    'sync',
    ['sync/status.test.ts'],
    [['all is well while something needs attention', 'attention > 0', 'attention > 99']],
  ),

  ...of(
    'server/world/store.ts',
    'server',
    ['server/world'],
    [
      ['the row lock of scopes is left out', 'order by id for update`', 'order by id`'],
      ['a world believes that it saw every version', 'if (entry.versions.get(scope) === from) entry', 'entry'],
      ['what was rolled back stays in the world', 'for (const name of names) this.#drop(name)\n        throw error', 'throw error'],
      ['a world that a transaction holds makes room', 'if (entry.busy) continue\n      this.#drop(name)', 'this.#drop(name)'],
      ['what is written weighs nothing', 'if (entry.writes < weighEvery) return', 'return'],
    ],
  ),
  ...of(
    'server/sync/ledger.ts',
    'server',
    ['server/world', 'server/sync/ownership.test.ts', 'server/sync/repeated-calls.test.ts'],
    [
      ['a key stands for any call of its person', 'call === null || call === came', 'true'],
      ['a mid stands for other words', 'isSaid(first, came.text)', 'true'],
    ],
  ),
  ...of(
    'server/sync/cursor.ts',
    'server',
    ['server/sync/cursor.test.ts'],
    [['a cursor is taken from anybody', '!timingSafeEqual(given, expected)', 'false']],
  ),
  ...of(
    'server/sync/pull.ts',
    'server',
    ['server/sync'],
    [
      [
        'a page acknowledges what its rows do not show yet',
        'const acked = more ? Math.min(before?.a ?? 0, lastSeq) : lastSeq',
        'const acked = lastSeq',
      ],
      ['outcomes are not told', 'outcomes: outcomes.map(wireResult),', 'outcomes: [],'],
    ],
  ),
  ...of(
    'server/sync/batch-writer.ts',
    'server',
    ['server/sync', 'server/access.test.ts'],
    [
      ['a replayed loss is answered as done', "twin.d === 'applied' ? ('noop' as const) : twin.d", "'noop' as const"],
      [
        'a refusal leaves no card',
        "const failed = outcome.disposition === 'lost' || outcome.disposition === 'refused'",
        'const failed = false',
      ],
      [
        'an invitation takes over an account of another institution',
        'if (holder !== undefined && !state.person(holder))',
        'if (holder === null)',
      ],
    ],
  ),
  ...of(
    'server/sync/changes.ts',
    'server',
    ['server/sync', 'server/world'],
    [['a scope keeps its version', 'do update set version = excluded.version', 'do update set version = sync_scope.version']],
  ),
  ...of(
    'server/sync/overviews.ts',
    'server',
    ['server/sync/overviews.test.ts'],
    [
      ['an overview that says the same is told again', 'if (stored.get(`${scope} ${id}`) !== JSON.stringify(row)) changes', 'changes'],
      [
        'a former evaluator keeps the overview',
        'if (former !== undefined && former !== scope && stored.has(`${former} ${id}`))',
        "if (former === 'nobody')",
      ],
      ['a list keeps a name that was changed', "if (scope?.kind === 'org') institutions.add(scope.institutionId)", ''],
      ['an overview of another shape stays', 'o.made_with is null or o.made_with <>', 'o.made_with is null or o.made_with ='],
    ],
  ),
  ...of(
    'server/sync/page.ts',
    'server',
    ['server/sync/view.test.ts'],
    [
      ['what changed while a scope was being given is left out', 'const all = filled(view)', 'const all = view'],
      ['a row of the page before is the first of the next', '(version, scope, tbl, id) > (', '(version, scope, tbl, id) >= ('],
      ['a full page ends what is being given', 'reading: { view, key, fill: [place,', 'reading: { view, key, fill: [place + 1,'],
    ],
  ),
  ...of(
    'server/sync/view.ts',
    'server',
    ['server/sync/view.test.ts'],
    [
      ['what is seen no longer stays with the device', 'if (visible.has(scope)) continue', 'if (scope) continue'],
      [
        'what is no longer visible stays on the device',
        "if (!parts.includes(part)) turn.drop.push({ scope, part, reason: 'assignment_removed' })",
        '',
      ],
      ['a part that is new is not given', 'if (fresh.length > 0) fill.push([scope, fresh])', ''],
      ['a scope that forgot what was deleted is read on', 'had.length === 0 || isTooOld(scope)', 'had.length === 0'],
    ],
  ),
  ...of(
    'server/sync/pokes.ts',
    'server',
    ['server/sync'],
    [
      [
        'pokes overtake one another',
        'for (const message of messages) await send(message)',
        'await Promise.all(messages.map((message) => send(message)))',
      ],
    ],
  ),
  ...of(
    'server/sync/cards.ts',
    'server',
    ['server/sync'],
    [['a chain of edits makes a card each', 'continued(known, each) : opened(each)', 'opened(each) : opened(each)']],
  ),
  ...of(
    'server/features/accounts/tokens.ts',
    'server',
    ['server/features/accounts'],
    [
      ['a letter’s secret never expires', '&& row.expires_at > now', ''],
      ['a secret is used by two at once', 'return taken.numDeletedRows > 0n', 'return true'],
    ],
  ),
  ...of(
    'shared/forms/kinds/simple-text.ts',
    'shared',
    ['shared/forms'],
    [
      [
        'a plain text in angle brackets is none',
        "isEmpty: (text) => text.trim() === ''",
        "isEmpty: (text) => text.trim() === '' || text.startsWith('<')",
      ],
    ],
  ),
  ...of(
    'shared/forms/definition.ts',
    'shared',
    ['shared/forms'],
    [
      ['a question may hang in two places', '|| reached.has(id) ', ''],
      ['a question may hang in a circle', "if (!reached.has(id)) yield broken('definition_not_a_tree', id, 'parentId')", ''],
      ['a form may be worth more than it can', 'if (sum > pointsMost) yield', 'if (sum > 2 * pointsMost) yield'],
    ],
  ),
  ...of(
    'shared/kernel/sheet.ts',
    'shared',
    ['shared/kernel'],
    [['a downloaded text runs as a formula', "running.test(text) ? `'${text}` : text", 'text']],
  ),
  ...of(
    'server/reports/institutions.ts',
    'server',
    ['server/reports'],
    [
      ['a report tells of an institution that was taken away', '!participation || !reaches(session.actor, participation) ||', ''],
      ['a report goes on after its caller signed out', ' || !(await goesOn(deps, tx, session))', ''],
      ['a report tells an evaluator what they may not watch', "!may(world, actor, 'watchAnswers', now)", 'false'],
      ['a report keeps every world that it reads', 'deps.worlds.readOnce(tx, key)', 'deps.worlds.read(tx, key)'],
    ],
  ),
  ...of(
    'server/reports/answers.ts',
    'server',
    ['server/parts.test.ts', 'server/reports'],
    [['the table tells of every sub-dimension', 'all.filter((id) => sees(parts, id))', 'all']],
  ),
  ...of(
    'server/features/answers/views.ts',
    'server',
    ['server/parts.test.ts'],
    [['answers are told of every sub-dimension', 'sees(parts, world.partOf(answer.unit)) && ', '']],
  ),
  ...of(
    'server/features/evaluations/routes.ts',
    'server',
    ['server/parts.test.ts', 'server/features/features.test.ts'],
    [
      ['decisions are told of every sub-dimension', '.filter((each) => sees(parts, world.partOf(each.unit)))', ''],
      ['the history is told of every sub-dimension', '|| !sees(parts, world.partOf(unit))', ''],
      [
        'an institution reads drafts',
        "if (session.user.kind !== 'Institutional')\n    for (const [unit, draft]",
        'for (const [unit, draft]',
      ],
    ],
  ),
  ...of(
    'server/features/attachments/routes.ts',
    'server',
    ['server/parts.test.ts'],
    [['files are given of every sub-dimension', ' && sees(parts, world.partOf(each.unit))', '']],
  ),
  ...of(
    'server/features/attachments/content.ts',
    'server',
    ['server/features/attachments'],
    [['a download keeps the type that its uploader claimed', "types[extensionOf(name)] ?? 'application/octet-stream'", "'text/html'"]],
  ),
  ...of(
    'server/features/attachments/uploads.ts',
    'server',
    ['server/features/attachments'],
    [
      [
        'a part is taken although its checksum is another',
        'if (checksum !== null && checksum !== `sha256',
        'if (checksum === null && checksum !== `sha256',
      ],
      ['the same bytes under another attachment count as arrived', "if (found.row.state === 'ready') return true", 'return true'],
    ],
  ),
  ...of(
    'server/features/unsent/copy-keys.ts',
    'server',
    ['server/features/unsent'],
    [
      [
        'a copy is whose it says',
        "if (given.length !== expected.length || !timingSafeEqual(given, expected)) return fail('backup_unreadable')",
        '',
      ],
      ["another server's copy is only damaged", "if (header.server !== id) return fail('copy_other_server')", ''],
    ],
  ),
  ...of(
    'server/http/mount.ts',
    'server',
    ['server/features/unsent', 'server/http'],
    [
      ['anybody recovers', "session.value.user.kind !== 'Administrator'", "session.value.user.kind === 'Evaluator'"],
      [
        'a body may be as large as it likes',
        'jsonOf(context.req.raw, bodyBytesOf(route), options.bodyInParts)',
        'jsonOf(context.req.raw, 1e9, options.bodyInParts)',
      ],
    ],
  ),
  ...of(
    'server/features/unsent/routes.ts',
    'server',
    ['server/features/unsent'],
    [
      ['anybody gets the key of a copy', 'return authorId === session.user.id ?', "return authorId !== '' ?"],
      ["another person's file goes under a card", ' || found.row.authorId !== lock.value.authorId', ''],
    ],
  ),
  ...of(
    'server/features/unsent/recovery.ts',
    'server',
    ['server/features/unsent'],
    [
      ["a stranger's mid counts as arrived", "own?.stored.authorId === authorId ? 'arrived'", "own !== undefined ? 'arrived'"],
      [
        'what was recovered is offered again',
        "arrived.has(recoveredMid(authorId, part.mid)) ? 'recovered'",
        "arrived.has('') ? 'recovered'",
      ],
      ['the work is of another author than its lock', ' || work.output.authorId !== lock.value.authorId', ''],
      ['a part that will be refused holds up the others', "!isOfText(JSON.stringify(written)) ? fail('text_broken') : ", ''],
    ],
  ),
  ...of(
    'shared/unsent/mutations.ts',
    'shared',
    ['shared/unsent'],
    [
      ['the author is offered their own work', 'id !== authorId && ', ''],
      ['who cannot come any more is offered work', 'world.person(id)?.active === true', 'true'],
      ['an unreleased decision is in the history', 'history: found.forEvaluator ? [] :', 'history:'],
      ['an administrator recovers in any stage', "if (!may(world, actor, 'impersonalizate', now))", 'if (now === actor.id)'],
      ['a recovered file is in force', 'applied: false,', 'applied: true,'],
      ['an outsider suggests', " || (author.kind === 'Institutional' && author.institutionId !== world.institutionId)", ''],
    ],
  ),
  ...of(
    'sync/sealing/sealed-copy.ts',
    'sync',
    ['sync/outbox'],
    [
      ['a copy has many writings', 'parsed.success && written(parsed.output) === text', 'parsed.success'],
      ['files may be added to a copy', ' || work.output.files.length !== copy.files.length', ''],
    ],
  ),
  ...of(
    'server/workbooks/zip-guard.ts',
    'server',
    ['server/workbooks'],
    [
      ['a workbook may have as many parts as it likes', 'if (zip.entryCount > partsMost)', 'if (zip.entryCount > Infinity)'],
      ['a workbook may unpack to whatever it likes', 'if (announced > unpackedMost)', 'if (announced < 0)'],
      ['a workbook may declare entities', 'if (declares.test(tail + text))', "if (declares.test(''))"],
    ],
  ),
  ...of('server/workbooks/sheet-rows.ts', 'server', ['server/workbooks'], [['rows may come in any order', 'row <= this.#last || ', '']]),
  ...of(
    'shared/kernel/csv.ts',
    'server',
    ['server/workbooks'],
    [['a text counts once however many cells share it', ' || this.#characters < 0', '']],
  ),
  ...of(
    'server/confined-process.ts',
    'server',
    ['server/workbooks'],
    [
      ['who reads a file may read everything', "'--permission', ", ''],
      ['nobody looks at the memory of who reads a file', 'bytes > memoryBytes && kill()', 'bytes < 0 && kill()'],
      ['who reads a file may take forever', 'setTimeout(kill, ms)', 'setTimeout(kill, ms * 1000)'],
    ],
  ),
  ...of(
    'shared/forms/xlsform/read-questions.ts',
    'shared',
    ['shared/forms'],
    [
      ['a question hangs on one of another place', 'question.dimensionId !== dimensionId || ', ''],
      ['a condition of a group around is forgotten', 'if (lost !== undefined)', 'if (lost === null)'],
      ['our own sheet is believed before what everybody reads', '&& constraintOf(asWritten) === constraint)', ')'],
    ],
  ),
  ...of(
    'shared/forms/xlsform/write.ts',
    'shared',
    ['shared/forms'],
    [['questions with other options share a list', 'const known = this.#known.get(key)', 'const [known] = this.#known.values()']],
  ),
  ...of(
    'shared/forms/definition-file.ts',
    'shared',
    ['shared/forms'],
    [
      ['a file may nest as deep as it likes', 'if (depthOf(text) > deepest)', 'if (depthOf(text) < 0)'],
      [
        'a field that nobody knows is left out in silence',
        'const writtenQuestion: v.GenericSchema<unknown, WrittenQuestion> = v.strictObject(',
        'const writtenQuestion: v.GenericSchema<unknown, WrittenQuestion> = v.object(',
      ],
    ],
  ),
  ...of(
    'shared/kernel/table.ts',
    'shared',
    ['shared/kernel'],
    [
      ['rows are read under headings that are wrong', 'if (!problems.none) return []', 'if (problems.none) void 0'],
      ['problems are told without an end', 'this.#told.length >= this.#most', 'this.#told.length >= Infinity'],
      ['a heading that is repeated is a row', 'if (isHeading(each))', 'if (isHeading(each) && each.row < 0)'],
    ],
  ),
  ...of(
    'shared/questionnaires/gate.ts',
    'shared',
    ['shared/questionnaires', 'shared/forms'],
    [
      [
        'whoever is signed in changes a form',
        "context.actor.kind !== 'Administrator') return refused",
        "context.actor.kind === 'System') return refused",
      ],
      ['a form is changed whatever its stage', 'if (closed === undefined) return form', 'if (closed !== null) return form'],
      ['what breaks a rule of questionnaires is stored', 'return broken ? refused(', 'return broken && changes.length === 0 ? refused('],
      [
        'that a form has begun is forgotten',
        '(isInitialized(form, now) ? { initialized: true } : {})',
        '(isInitialized(form, now) ? {} : {})',
      ],
    ],
  ),
  ...of(
    'shared/questionnaires/editing.ts',
    'shared',
    ['shared/questionnaires', 'shared/forms'],
    [
      [
        'of two who change a field the second goes over the first',
        'if (sameField(stands, from[field] ?? null)) continue',
        'if (stands !== undefined) continue',
      ],
      ['who changed a field is told as nobody', "by: mark?.by ?? ''", "by: ''"],
      ['who changes a field leaves no mark', 'changed.map(([field]) => [field, mark])', 'changed.slice(1).map(([field]) => [field, mark])'],
      [
        'a history says what is wanted as what was',
        'from: valueOf(before, field), to: valueOf(after, field)',
        'from: valueOf(after, field), to: valueOf(after, field)',
      ],
      [
        'what stands behind another stands before it',
        'others.slice(0, at + 1), id, ...others.slice(at + 1)',
        'others.slice(0, at), id, ...others.slice(at)',
      ],
      ['points of an option that went stay', '.filter(({ key }) => keys.has(key))', ".filter(({ key }) => keys.has(key) || key !== '')"],
      [
        'a condition names an option as it was called before',
        'if (visibleIf !== dependent.visibleIf) changes.push',
        'if (visibleIf === null) changes.push',
      ],
      ['an administrative question keeps its file', 'allowFile: after.allowFile && !after.administrative', 'allowFile: after.allowFile'],
    ],
  ),
  ...of(
    'shared/questionnaires/mutations.ts',
    'shared',
    ['shared/questionnaires'],
    [
      ['points are changed while they are closed', "points: 'changeAnswerPoints'", "points: 'changeHelpTexts'"],
      [
        'a question moves without what hangs on it',
        ': subtreeOf(state, id).map((each): Change => ({',
        ': subtreeOf(state, id).slice(0, 1).map((each): Change => ({',
      ],
      [
        'a question that was taken out comes back under a name that another has',
        'if (taken)\n',
        'if (taken && taken === first && state.question(first.id))\n',
      ],
      ['a question of another kind keeps its points', 'points: [], ...plain }', '...plain }'],
    ],
  ),
  ...of(
    'shared/questionnaires/taken.ts',
    'shared',
    ['shared/questionnaires'],
    [
      ['a removal takes words that its author had not seen', "return lost('removes_newer'", "if (by === '') return lost('removes_newer'"],
      ['an older device takes whatever it did not see', 'saw === undefined ? lease', 'saw === undefined ? actor.name'],
      ['one’s own words keep one from removing', 'if (mark.by === actorId || (fields', 'if ((fields'],
      ['fields that stay count as taken', '(fields && !fields.includes(field))', 'fields?.length === 0'],
      ['what was removed forgets what it stood behind', 'behind: list[at - 1] ?? null }', 'behind: null }'],
    ],
  ),
  ...of(
    'shared/results/engine.ts',
    'shared',
    ['shared/results/engine.test.ts', 'shared/results/engine.properties.test.ts'],
    [
      ['what was not accepted earns', "decision?.decision !== 'Accepted' && !counting.asAccepted?.has(unit)", 'false'],
      ['a question earns more than its maximum', 'Math.min(sum, maxPointsOf(world.index, question.id))', 'sum'],
      ['a choice that is named twice earns twice', '[...new Set(kind.chosen(value))]', '[...kind.chosen(value)]'],
      ['a rate earns more than its points', 'Math.min(1, Math.max(0, value / by))', 'Math.max(0, value / by)'],
      ['a rate in a block is divided by another row', '? rowIdOf(unit) : null', '? null : null'],
      ['what a replica made of a divisor counts before it was accepted', ': [rejectedValue]', ': [value]'],
      ['every row of a block counts', 'at === best ? units : units.map(besideTheBest)', 'units'],
      ['evidence that changed is no difference', 'unit.evidence?.id, ', ''],
    ],
  ),
  ...of(
    'shared/results/decisions.ts',
    'shared',
    ['shared/results'],
    [
      [
        'an acceptance of another answer earns',
        "decision?.decision === 'Accepted' && !isOutdated(world, decision)",
        "decision?.decision === 'Accepted'",
      ],
      ['a final result leaves the replica out', "if (kind === 'final') {", "if (kind === 'preliminary') {"],
      ['what a replica changed unsent holds a result up', 'return isOwnChange ? [] :', 'return false ? [] :'],
    ],
  ),
  ...of(
    'shared/results/levels.ts',
    'shared',
    ['shared/results/levels.test.ts'],
    [
      ['a threshold belongs to the worse level', 'points >= roundPoints(bound)', 'points > roundPoints(bound)'],
      ['seventy-five points are Modelo', "points <= 75 ? 'Madura'", "points < 75 ? 'Madura'"],
    ],
  ),
  ...of(
    'shared/results/statistics.ts',
    'shared',
    ['shared/results/statistics.test.ts'],
    [
      ['a deviation is of the whole population', '/ (sorted.length - 1))', '/ sorted.length)'],
      ['of two institutions each reads the other’s result', 'const toldFrom = 3', 'const toldFrom = 2'],
    ],
  ),
  ...of(
    'shared/forms/points.ts',
    'shared',
    ['shared/forms'],
    [
      ['a question earns less than nothing', 'roundPoints(Math.max(0, sumPoints(', 'roundPoints(Math.max(-1000, sumPoints('],
      ['what a choice opens earns nothing', 'points: sumPoints([own, ...opens.map(({ points }) => points)])', 'points: sumPoints([own])'],
      ['a dependent counts for every choice', 'index.question(id)?.visibleIf === choice', 'index.question(id)?.visibleIf !== null'],
      ['of a form only its first dimension counts', 'sumPoints(index.topDimensions.map(', 'sumPoints(index.topDimensions.slice(0, 1).map('],
    ],
  ),
  ...of(
    'shared/stages/plan.ts',
    'shared',
    ['shared/stages'],
    [
      ['a stage that is over is moved', "if (state === 'complete') found.push", "if (state === 'complete' && !want) found.push"],
      ['the stage that runs ends before today', 'isDay(want.end) && want.end < today', 'isDay(want.end) && want.end < stage.start'],
      ['stages share one day', 'left.start <= right.end && right.start <= left.end', 'left.start < right.end && right.start < left.end'],
      ['only neighbours are looked at', '.slice(at + 1)\n      .filter((right)', '.slice(at + 1, at + 2)\n      .filter((right)'],
      [
        'of two who plan a stage the second goes over the first',
        'is[field] !== was[field] && is[field] !== becomes[field]',
        'is[field] !== was[field] && is[field] === becomes[field]',
      ],
    ],
  ),
  ...of(
    'shared/institutions/participant-mutations.ts',
    'shared',
    ['shared/institutions'],
    [
      [
        'an institution is taken out without its name',
        'if (!isFamiliarName(name, world.institution))',
        "if (name === '' && !isFamiliarName(name, world.institution))",
      ],
      [
        'who comes back has lost everything',
        '...participant,\n          leaderId: leader,',
        '...newParticipant({ institutionId, formId: state.formId, leaderId: leader }),\n          leaderId: leader,',
      ],
      [
        'of two who choose an evaluator the second goes over the first',
        "if (evaluatorId !== from) return refused('changed_meanwhile'",
        "if (evaluatorId === to) return refused('changed_meanwhile'",
      ],
    ],
  ),
  ...of(
    'shared/reminders/rules.ts',
    'shared',
    ['shared/reminders'],
    [
      ['a reminder comes on the last day', 'if (left < 1) return undefined', 'if (left < 0) return undefined'],
      ['a moved end is not another deadline', 'each.end === stage.end && each.distance', 'each.distance'],
      ['a clock that went back reminds again', 'each.day >= today || (', '('],
      ['people are written to after 21:00', 'hour < lastHour', 'hour <= lastHour'],
      ['who has not joined is reminded', 'person.active && person.joined &&', 'person.active &&'],
      [
        'a professional is reminded of what waits for others',
        'from === level.Question ? own :',
        'from === level.Question ? own + others :',
      ],
    ],
  ),
  ...of(
    'server/jobs/reminders.ts',
    'server',
    ['server/jobs/reminders.test.ts'],
    [
      ['two servers remind twice', 'if (!(await claim(tx, claims))) throw', 'if (!(await claim(tx, claims)) && claims.length === 0) throw'],
      ['a clock that is not believed reminds', 'if (server.jump() || !isLetterHour', 'if (!isLetterHour'],
    ],
  ),
  ...of(
    'server/features/reminders/opt-outs.ts',
    'server',
    ['server/features/reminders'],
    [
      ['any link ends reminders', '&& timingSafeEqual(given, expected)', ''],
      ['one link ends everybody’s reminders', 'opt-out\\n${userId}', 'opt-out'],
    ],
  ),
  ...of(
    'shared/notices/links.ts',
    'shared',
    ['shared/notices'],
    [
      ['a link hides its host behind a name', '/^https:\\/\\/(?:', '/^https:\\/\\/(?:[^\\s/]*@)?(?:'],
      ['a mail address may copy to others', '(?:\\.[\\w-]+)+$/i', '(?:\\.[\\w-]+)+/i'],
    ],
  ),
  ...of(
    'server/features/accounts/totp.ts',
    'server',
    ['server/features/accounts/second-factor.test.ts', 'server/features/accounts/totp.test.ts'],
    [['a code that was used, or one before it, lets in again', 'if (same && step > taken)', 'if (same && step > taken - 2)']],
  ),
  ...of(
    'server/features/accounts/second-factor.ts',
    'server',
    ['server/features/accounts/second-factor.test.ts'],
    [
      [
        'of two who show one code at once both get in',
        'if (step !== undefined && moved.numUpdatedRows > 0n)',
        'if (step !== undefined || moved.numUpdatedRows > 9n)',
      ],
      ['a recovery code that nobody was given lets in', 'return recovered.numDeletedRows > 0n', 'return recovered.numDeletedRows >= 0n'],
    ],
  ),
  ...of(
    'server/features/accounts/second-factor-routes.ts',
    'server',
    ['server/features/impersonation'],
    [['who acts for an institution changes their second step', "? fail('impersonating') : undefined", '? undefined : undefined']],
  ),
  ...of(
    'shared/impersonation/rules.ts',
    'shared',
    ['shared/impersonation', 'shared/mutations.test.ts'],
    [
      ['it does not end by itself', 'const idleMs = 3_600_000', 'const idleMs = 36_000_000'],
      ['assigning for an institution needs no reason', "'attachment', 'answers', 'assignment'", "'attachment', 'answers'"],
      ['what was done before it began counts', 'at < impersonation.startedAt || ', ''],
    ],
  ),
  ...of(
    'server/audit/verify.ts',
    'server',
    ['server/audit'],
    [
      [
        'a row that was changed with its digest is not found',
        'else if (row.previous !== before.digest)',
        'else if (row.previous === undefined)',
      ],
      ['a tail that was cut off is not found', 'if (to.n < head.n) suspects', 'if (to.n < 0) suspects'],
      ['what was acknowledged covers another change of the same act', 'kind === finding.kind && leads(stands)', 'kind === finding.kind'],
      ['an end that was moved back is not found', 'if (head.n > 0 && head.seal', 'if (head.n < 0 && head.seal'],
    ],
  ),
]
