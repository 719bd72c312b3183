import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hasLocalMailbox } from '../config.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import { local_mails } from './tables.ts'

const SHOWN = 100

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
  :root { color-scheme: light dark; --ink: #16324f; --paper: #fffbf2; --sky: #ddf0f9; --line: #16324f33 }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8f1f8; --paper: #10202f; --sky: #0b1824; --line: #e8f1f833 } }
  body { margin: 0; background: var(--sky); color: var(--ink); font: 17px/1.5 system-ui, sans-serif }
  main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem }
  ul { list-style: none; padding: 0; border: 2px solid; border-radius: 1rem; overflow: hidden; background: var(--paper) }
  li + li { border-top: 1px solid var(--line) }
  li a { display: block; padding: .9rem 1.1rem; color: inherit; text-decoration: none }
  li a:hover, li a:focus-visible { background: #ffc53d33 }
  small { display: block; opacity: .8 }
  main > p > a { display: inline-block; padding: .6rem 0 }
  iframe { width: 100%; height: 42rem; border: 2px solid; border-radius: 1rem; background: #ddf0f9 }
  a { color: inherit }`

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

/** Mails are untrusted content: no scripts, no requests, and links open in a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'; object-src 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** `/dev/mail` shows mails instead of sending them. Only without an SMTP server, never in production. */
export function addLocalMailboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const hidden = { schema: { hide: true } }
  if (!hasLocalMailbox(config)) {
    // Without this route, these paths would get the web app.
    app.get('/dev/*', hidden, () => {
      throw new AppError('not_found')
    })
    return
  }
  const byId = { schema: { hide: true, params: z.object({ id: z.uuid() }) } }

  const find = async (id: string) => {
    const [mail] = await database.orm.select().from(local_mails).where(eq(local_mails.id, id))
    if (!mail) throw new AppError('not_found')
    return mail
  }
  const newest = () =>
    database.orm.select().from(local_mails).orderBy(desc(local_mails.created_at)).limit(SHOWN)

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/dev/mail.json', hidden, async () =>
    (await newest()).map(({ attachments, ...mail }) => ({
      ...mail,
      attachments: attachments.map(({ filename }) => filename),
    })),
  )
  app.get('/dev/mail', hidden, async (_request, reply) => {
    const mails = await newest()
    const rows = mails.map(
      ({ id, recipient, subject, created_at }) =>
        `<li><a href="/dev/mail/${id}"><strong>${escapeHtml(subject)}</strong><small>${escapeHtml(recipient)} · ${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small></a></li>`,
    )
    const list = rows.length
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No mail yet. It comes here within a second or two.</p>'
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(
        page(
          'Mails',
          `<h1>Mails</h1><p>Without a mail server, mails are kept here instead of being sent.</p>${list}`,
        ),
      )
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', byId, async (request, reply) => {
    const mail = await find(request.params.id)
    const files = mail.attachments.map(
      ({ filename }, index) =>
        `<p><a href="/dev/mail/${mail.id}/attachments/${index}">${escapeHtml(filename)}</a></p>`,
    )
    const body = `<p><a href="/dev/mail">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p>${escapeHtml(mail.recipient)}</p>${files.join('')}<iframe title="${escapeHtml(mail.subject)}" src="/dev/mail/${mail.id}/body"></iframe>`
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(page(mail.subject, body))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id/body', byId, async (request, reply) => {
    const mail = await find(request.params.id)
    return reply
      .type('text/html; charset=utf-8')
      .removeHeader('x-frame-options')
      .header('content-security-policy', MAIL_POLICY)
      .send(mail.html)
  })
  const byIndex = {
    schema: { hide: true, params: z.object({ id: z.uuid(), index: z.coerce.number() }) },
  }
  app.get<{ Params: { id: string; index: number } }>(
    '/dev/mail/:id/attachments/:index',
    byIndex,
    async (request, reply) => {
      const { id, index } = request.params
      const file = (await find(id)).attachments[index]
      if (!file) throw new AppError('not_found')
      return reply
        .type(file.contentType)
        .header('content-disposition', `inline; filename="${file.filename}"`)
        .send(Buffer.from(file.base64, 'base64'))
    },
  )
}
