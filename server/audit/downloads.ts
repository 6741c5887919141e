import { rawRepliesOf, type Route } from '#shared/contract/route.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Database } from '../db/open.ts'
import type { Session } from '../http/session.ts'
import { noteAct } from './acts.ts'

/** Longest that is noted of what was asked for. */
const maxLength = 300

/** Whether a reply is a file that somebody takes away with them, or leads them to it. */
export const isTaken = (route: Pick<Route, 'raw' | 'shown'>, reply: Response): boolean =>
  rawRepliesOf(route).length > 0 && route.shown !== true && (reply.status === 200 || reply.status === 302)

/**
 * Notes that somebody of the lab took a file away, before its first byte goes out (AU4): a download that cannot be noted is none.
 * What an institution takes of its own is its own business.
 */
export async function noteDownload(
  { db, now }: { readonly db: Database; readonly now: () => Instant },
  route: Pick<Route, 'name'>,
  { params, query, request, session }: { params: unknown; query: unknown; request: Request; session: Session },
  reply: Response,
): Promise<void> {
  if (session.user.kind === 'Institutional' || request.method === 'HEAD') return
  const { searchParams } = new URL(request.url)
  // What opened the door says nothing of what was taken.
  searchParams.delete('pass')
  const asked = searchParams.toString().slice(0, maxLength)
  const named = (name: string): string | null => textIn(params, name) ?? textIn(query, name)
  try {
    await db.write((tx) =>
      noteAct(tx, {
        kind: 'file.download',
        actorId: session.user.id,
        formId: named('form'),
        institutionId: named('institution'),
        subjectId: route.name,
        detail: { file: nameOf(reply), ...(asked === '' ? {} : { asked }) },
        at: now(),
      }),
    )
  } catch (error) {
    await reply.body?.cancel()
    throw error
  }
}

function textIn(of: unknown, name: string): string | null {
  const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
  return typeof value === 'string' ? value : null
}

/** The file's own name, as the reply says it (RFC 6266). */
function nameOf(reply: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? '' : decodeURIComponent(encoded).slice(0, maxLength)
}
