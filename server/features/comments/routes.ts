import * as contract from '#shared/comments/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { randomUUID } from 'node:crypto'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { perform } from '../../sync/perform.ts'
import { unitAt } from '../../world/look.ts'

const messages = {
  es: { added: 'Comentario creado', replied: 'Respuesta a comentario creado', solved: 'Comentario resuelto con éxito' },
  en: { added: 'Comment created', replied: 'Reply to the comment created', solved: 'Comment resolved' },
}

export function mountComments(server: Server): void {
  mount(server, contract.addComment, async ({ params, body, session, said, language }) => {
    const stored = await perform(server, session, said, { formId: params.form }, (world) => {
      const unit = unitAt(world, params.question, body.answerIndex)
      if (unit === undefined) return fail('question_retired')
      return { name: 'comment.add', args: { id: randomUUID(), unit, threadId: randomUUID(), body: body.msg } }
    })
    return stored.ok ? done({ msg: messages[language].added }) : stored
  })

  mount(server, contract.replyComment, async ({ params, body, session, said, language }) => {
    const stored = await perform(server, session, said, { formId: params.form }, (world) => {
      const unit = unitAt(world, params.question, body.answerIndex)
      const thread = unit === undefined ? undefined : world.get('thread', unit)
      if (!thread) return fail('thread_missing')
      return {
        name: 'comment.reply',
        args: { id: randomUUID(), unit, threadId: thread.threadId, body: body.msg, updateAnswer: body.willReply },
      }
    })
    return stored.ok ? done({ msg: messages[language].replied }) : stored
  })

  mount(server, contract.solveComment, async ({ params, session, said, language }) => {
    const stored = await perform(server, session, said, { formId: params.form }, (world) => {
      const unit = unitAt(world, params.question, params.index)
      const thread = unit === undefined ? undefined : world.get('thread', unit)
      if (!thread) return fail('thread_missing')
      return { name: 'comment.resolve', args: { unit, threadId: thread.threadId } }
    })
    return stored.ok ? done({ msg: messages[language].solved }) : stored
  })
}
