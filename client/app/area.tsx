import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { EngineProvider, settleDraftsHere, useEngine, useStartedEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import type { EngineState } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useSession } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { isOwnTab } from '#client/data/storage.ts'
import { keepBeforeLocking, useVault, vaultOf } from '#client/data/session/vault.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { refreshMe, tellInFront } from '#client/features/accounts/account-calls.ts'
import { leave, leaveRevoked } from '#client/features/accounts/leave.ts'
import { useSharedLock } from '#client/features/accounts/use-shared-lock.ts'
import { AttentionNews } from '#client/features/sync/cards/attention-news.tsx'
import type { FinderPage } from '#client/features/finder/finder.tsx'
import { install, useInstallState } from '#client/features/sync/device/install.ts'
import { OthersNews } from '#client/features/sync/cards/others-news.tsx'
import { SyncChip } from '#client/features/sync/sync-chip.tsx'
import { storageKeys } from '#client/features/sync/device/storage-keys.ts'
import { StorageActions } from '#client/features/sync/device/storage-actions.tsx'
import { syncText } from '#client/features/sync/text.ts'
import { loadLabErrors } from '#client/i18n/errors.ts'
import { translate, useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { latePart, preloadParts } from '#client/ui/loading/late-part.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { MenuEntry } from '#client/ui/overlays/menu.tsx'
import { Banner, Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { useFinderKey, useTypedAhead } from './finder-key.ts'
import { Page } from '#client/page/page.tsx'
import { menuOf } from './pages.ts'
import { Shell } from './shell.tsx'
import { appText } from '#client/page/text.ts'
import { applyUpdate, useUpdateWaiting } from '#client/page/updates.ts'

const Finder = latePart(() => import('#client/features/finder/finder.tsx'), 'Finder')
/** For people of institutions, once the page stands. */
const HelpOffer = latePart(() => import('#client/app/help/help-offer.tsx'), 'HelpOffer')
const InstitutionChoice = latePart(() => import('#client/features/accounts/institution-choice.tsx'), 'InstitutionChoice')
const Onboarding = latePart(() => import('#client/features/accounts/onboarding.tsx'), 'Onboarding')
const SignOutDialog = latePart(() => import('#client/features/sync/sign-out-dialog.tsx'), 'SignOutDialog')
/** Administrators' alone. Where it cannot be had the page says so: nobody acts for an institution without it. */
const VisitKeeper = lazy(async () => ({ default: (await loadPart(() => import('#client/features/visits/visit-keeper.tsx'))).VisitKeeper }))
const ActingBanner = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/impersonation/acting-banner.tsx'))).ActingBanner,
}))
/** Of who has a PIN. */
const LockScreen = lazy(async () => ({ default: (await loadPart(() => import('./lock-screen.tsx'))).LockScreen }))
const MovingScreen = lazy(async () => ({ default: (await loadPart(() => import('./lock-screen.tsx'))).MovingScreen }))
const RehearsalBanner = lazy(async () => ({ default: (await import('#client/features/rehearsals/rehearsal-banner.tsx')).RehearsalBanner }))
const SyncPanel = latePart(() => import('#client/features/sync/sync-panel.tsx'), 'SyncPanel')
const UpdatePrompt = latePart(() => import('#client/features/sync/update-prompt.tsx'), 'UpdatePrompt')

/** Pages of the person's menus, as the search lists them. */
function findablePages(user: SessionUser, t: Translate<(typeof appText)['es']>): readonly FinderPage[] {
  const es = translate(appText, 'es')
  return (['main', 'help', 'account'] as const).flatMap((place) =>
    menuOf(user, place).map(({ at, title, menu }) => ({
      to: pageAddress(at),
      title: t(title),
      spanish: `${es(title)} ${es(menu.label ?? title)}`,
      icon: menu.icon,
    })),
  )
}

function useInstallEntry(): readonly MenuEntry[] {
  const t = useText(appText)
  const state = useInstallState()
  if (state !== 'offered') return []
  return [{ id: 'install', label: t('install'), hint: t('installWhy'), icon: 'install', onAction: () => void install() }]
}

/** The account was deactivated: its data leaves this device at once, but for what nobody else has (TB21, ST7). */
function useRevocation(state: EngineState, revoked: boolean): void {
  useEffect(() => {
    if (state.kind !== 'ready' || !revoked) return
    if (state.readOnly) void leave(pageAddress('login', { error: 'revoked' }), { forget: false })
    else void leaveRevoked(state.engine, pageAddress('login', { error: 'revoked' }))
  }, [state, revoked])
}

keepBeforeLocking(settleDraftsHere)

/** How long what is half written may take to be kept before the page begins anew. */
const keepMs = 1_000

/** The page begins anew, with what was being typed in it on this device. */
function beginAnew(): void {
  const tooLate = new Promise<void>((resolve) => void setTimeout(resolve, keepMs))
  void Promise.race([settleDraftsHere(), tooLate]).finally(() => location.reload())
}

/** Whoever belongs to one institution more now, or to one less, decides as that: with an engine of that person. */
function useBelonging({ institutions, institutionId }: SessionUser): void {
  const belonging =
    institutions.length > 1
      ? institutions
          .map(({ _id }) => _id)
          .toSorted()
          .join(' ')
      : institutionId
  const began = useRef(belonging)
  useEffect(() => {
    if (began.current !== belonging) beginAnew()
  }, [belonging])
}

/** Whose rows reach this device moves with the institutions to which somebody belongs: then the server says who they are now. */
function Belonging() {
  const institutions = useTable('institution')
  const here = institutions
    ?.map(({ id }) => id)
    .toSorted()
    .join(' ')
  const before = useRef(here)
  useEffect(() => {
    if (before.current && before.current !== here) void refreshMe()
    before.current = here
  }, [here])
  return null
}

/** A page that was put away has no engine any more, and what it shows is of another time. What was being typed in it comes along. */
function useReturn(): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) beginAnew()
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
}

interface BannersProps {
  readonly needsAuth: boolean
  readonly evicted: boolean
  readonly readOnly: boolean
}

function Banners({ needsAuth, evicted, readOnly }: BannersProps) {
  const t = useText(syncText)
  const navigate = useNavigate()
  const engine = useEngine()
  const status = useSyncStatus()
  const { pending } = status
  // News of what was kept again comes with the status.
  useTopic('status')
  const { putBack } = engine
  const [read, setRead] = useState(false)
  const offline = !useOnline()
  const before = useRef(offline)
  useEffect(() => {
    if (before.current === offline) return
    before.current = offline
    announce(offline ? t('stateOffline') : t('backOnline'))
  }, [offline, t])
  const untold = useSession().user?.untold === true
  useEffect(() => {
    // Which institution is in front: chosen without a network, it is told as soon as there is one.
    if (untold && !offline) void tellInFront()
  }, [untold, offline])
  return (
    <>
      {needsAuth && !offline && (
        <Banner
          tone="warning"
          icon="key"
          role="status"
          actions={
            <Button size="small" onClick={() => void navigate(pageAddress('login'))}>
              {t('signInAgain')}
            </Button>
          }
        >
          {t('needsAuth', { n: pending })}
        </Banner>
      )}
      {readOnly && (
        <Banner
          tone="danger"
          role="alert"
          actions={
            <Button size="small" icon="sync" onClick={() => location.reload()}>
              {t('retry')}
            </Button>
          }
        >
          {t('readingOnly')}
        </Banner>
      )}
      {!readOnly && status.kind === 'storage' && status.cause !== 'lost' && (
        <Banner tone="danger" role="alert" actions={<StorageActions />}>
          {t(storageKeys[status.cause])}
        </Banner>
      )}
      {putBack && (
        <Banner
          tone="danger"
          role="alert"
          actions={
            <Button size="small" onClick={() => engine.putBackRead()}>
              {t('understood')}
            </Button>
          }
        >
          {t('putBack', { n: putBack.mutations, drafts: putBack.drafts })}{' '}
          {putBack.lostFiles > 0 && t('putBackFiles', { n: putBack.lostFiles })}
        </Banner>
      )}
      {evicted && !read && (
        <Banner
          tone="danger"
          role="alert"
          actions={
            <Button size="small" onClick={() => setRead(true)}>
              {t('understood')}
            </Button>
          }
        >
          {t('evicted')}
        </Banner>
      )}
      {engine.actor.kind === 'Administrator' && (
        <Suspense fallback={null}>
          <ActingBanner />
        </Suspense>
      )}
      {isOwnTab() && (
        <Suspense fallback={null}>
          <RehearsalBanner />
        </Suspense>
      )}
    </>
  )
}

/**
 * Whether a window of every page is open: by its button, or by an address with its name in the query, which then leaves the address. A step to
 * another page closes it.
 */
function useWindowOfEveryPage(name: string): readonly [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  const { key, pathname, search } = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    setOpen(query.has(name))
    if (!query.has(name)) return
    query.delete(name)
    const rest = query.toString()
    history.replaceState(history.state, '', rest === '' ? pathname : `${pathname}?${rest}`)
  }, [name, key, pathname, search])
  return [open, setOpen]
}

/** How long late parts wait for the service worker to keep them, before they are asked of the network. */
const partsAheadMs = 8000
/** Once the page stands, in the browser's spare time. */
const partsAfterMs = 2000

/** Brings the code of dialogs and the like from what the worker keeps, or later by itself: the first page is lighter without it. */
function usePartsAhead(started: boolean): void {
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(preloadParts, partsAheadMs)
    let soon: ReturnType<typeof setTimeout> | undefined
    // Where the browser has no workers, the first timer does it.
    void navigator.serviceWorker?.ready.then(() => {
      soon = setTimeout(preloadParts, partsAfterMs)
    })
    return () => {
      clearTimeout(timer)
      clearTimeout(soon)
    }
  }, [started])
}

interface FramedProps {
  readonly user: SessionUser
  readonly state: Exclude<EngineState, { kind: 'locked' | 'moving' }>
  readonly needsAuth: boolean
}

/**
 * The header and the page. It is one from the first moment on, before the engine has started: what somebody opens in the header meanwhile
 * stays open, and the focus stays where it is.
 */
function Framed({ user, state, needsAuth }: FramedProps) {
  const navigate = useNavigate()
  const t = useText(appText)
  const installEntry = useInstallEntry()
  const [choosing, setChoosing] = useState(false)
  const [helping, setHelping] = useWindowOfEveryPage('ayuda')
  const { arrived } = useSession()
  const several = user.institutions.length > 1
  // Who looks at a rehearsal through an invented person asks nobody.
  const isHelped = user.kind === 'Institutional' && !isOwnTab()
  const change: MenuEntry = {
    id: 'institution',
    label: t('changeInstitution'),
    hint: user.institution ?? undefined,
    icon: 'building',
    onAction: () => setChoosing(true),
  }
  const help: MenuEntry = { id: 'help', label: t('askHelp'), icon: 'help', onAction: () => setHelping(true) }
  const lock: MenuEntry = { id: 'lock', label: t('lockNow'), icon: 'lock', onAction: () => void vaultOf(user._id).lock() }
  const isLockable = useVault(user._id).kind === 'open'
  const extraEntries = [...(several ? [change] : []), ...(isLockable ? [lock] : []), ...(isHelped ? [help] : []), ...installEntry]
  const updateWaiting = useUpdateWaiting()
  const [updatePut, setUpdatePut] = useState(false)
  const [panelOpen, setPanelOpen] = useWindowOfEveryPage('sync')
  const [leaving, setLeaving] = useState(false)
  const [introduced, setIntroduced] = useState(false)
  const [finding, setFinding] = useState(false)
  const typedAhead = useTypedAhead(finding, () => setFinding(false))
  const find = (): void => {
    typedAhead.begin()
    setFinding(true)
  }
  const ready = state.kind === 'ready' ? state : null
  useFinderKey(finding || !ready, find)
  const leaveOrAsk = (): void => {
    const isBlocked = state.kind === 'blocked'
    // What would be lost is said once the engine has started.
    if (state.kind === 'starting' || (ready && !ready.readOnly)) setLeaving(true)
    else void leave(pageAddress('login'), { forget: isBlocked })
  }
  usePartsAhead(ready !== null)
  const pages = useMemo(() => (finding ? findablePages(user, t) : []), [finding, user, t])
  return (
    <EngineProvider engine={ready?.engine ?? null}>
      <Shell
        chip={ready && <SyncChip onOpen={() => setPanelOpen(true)} />}
        banners={ready && <Banners needsAuth={needsAuth} evicted={ready.evicted} readOnly={ready.readOnly} />}
        extraEntries={ready ? extraEntries : []}
        onVisit={(to) => void navigate(to)}
        onSignOut={leaveOrAsk}
        onFind={ready ? find : undefined}
        instead={state.kind === 'ready' ? undefined : <NotStarted state={state} />}
      />
      {ready && (
        <>
          {user.kind === 'Institutional' && user.institutionId && user.formIdActive && (
            <OthersNews institutionId={user.institutionId} formId={user.formIdActive} />
          )}
          <AttentionNews />
          {user.kind !== 'Administrator' && !isOwnTab() && (
            <Suspense fallback={null}>
              <VisitKeeper />
            </Suspense>
          )}
          {user.kind === 'Institutional' && <Belonging />}
          {isHelped && <HelpOffer user={user} open={helping} onOpen={() => setHelping(true)} onClose={() => setHelping(false)} />}
          {finding && (
            <Finder
              user={user}
              pages={pages}
              assigns={pages.some(({ to }) => to === pageAddress('assignment')) || user.kind === 'Evaluator'}
              acts={{
                signOut: leaveOrAsk,
                openSync: () => setPanelOpen(true),
                askHelp: isHelped ? () => setHelping(true) : undefined,
                changeInstitution: several ? () => setChoosing(true) : undefined,
                install: installEntry[0] === undefined ? undefined : () => void install(),
              }}
              typedAhead={typedAhead}
              onClose={() => setFinding(false)}
            />
          )}
          {panelOpen && <SyncPanel onClose={() => setPanelOpen(false)} />}
          {leaving && <SignOutDialog onClose={() => setLeaving(false)} onLeave={() => leave()} />}
          {several && (choosing || arrived) && <InstitutionChoice user={user} onClose={() => setChoosing(false)} />}
          {!introduced && !arrived && user.showOnBoarding === true && user.kind === 'Institutional' && (
            <Onboarding user={user} onClose={() => setIntroduced(true)} />
          )}
          {updateWaiting && !updatePut && <UpdatePrompt onApply={applyUpdate} onClose={() => setUpdatePut(true)} />}
        </>
      )}
    </EngineProvider>
  )
}

/** In place of the page while the engine starts, or when it cannot. */
function NotStarted({ state }: { readonly state: Exclude<FramedProps['state'], { kind: 'ready' }> }) {
  const t = useText(syncText)
  if (state.kind === 'starting') return <PageSkeleton />
  return (
    <Page width="narrow">
      <Notice
        tone="danger"
        title={t(state.kind === 'silent' ? 'silentTitle' : 'blockedTitle')}
        role="alert"
        actions={
          <>
            <Button kind="primary" icon="sync" onClick={state.retry}>
              {t('retry')}
            </Button>
            <Button onClick={state.readOnly}>{t('readOnly')}</Button>
          </>
        }
      >
        {t(state.kind)}
      </Notice>
    </Page>
  )
}

function SignedInArea({ user, needsAuth }: { readonly user: SessionUser; readonly needsAuth: 'unauthenticated' | 'revoked' | null }) {
  const state = useStartedEngine(user)
  useRevocation(state, needsAuth === 'revoked')
  useReturn()
  useBelonging(user)
  const vault = useVault(user._id)
  useSharedLock(user._id, vault.kind === 'open' ? vault.ring.minutes : null)
  const isOpen = vault.kind === 'plain' || vault.kind === 'open'
  useEffect(() => {
    // Roles change while a session lasts; without a network the stored ones serve.
    if (isOpen) void refreshMe()
  }, [user._id, isOpen])
  useEffect(() => {
    // Sooner than any of their failures.
    if (user.kind === 'Administrator') void loadLabErrors()
  }, [user.kind])
  if (state.kind === 'locked' || state.kind === 'moving')
    return (
      <Suspense fallback={null}>
        {state.kind === 'locked' ? <LockScreen key={user._id} user={user} /> : <MovingScreen to={state.to} share={state.share} />}
      </Suspense>
    )
  return <Framed user={user} state={state} needsAuth={needsAuth !== null} />
}

/** Everything behind the sign-in. */
export function Area() {
  const { user, needsAuth } = useSession()
  return user ? <SignedInArea key={user._id} user={user} needsAuth={needsAuth} /> : null
}
