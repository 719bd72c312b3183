import { isToPay } from '#features/shop/orders/paying/server/door.ts'
import type { FullOrder } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { MailAttachment } from '#platform/server/mail/mail-queue.ts'
import { paperConfigOf } from './paper-labels.ts'
import { paperWordsIn } from './paper-words.ts'
import { findPaidAt, noteInvoiced } from './papers.queries.ts'

type PaperDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'clock'>

/** Loads typefaces and the PDF renderer only with the first paper. */
const loadPapers = () => import('./order-paper.ts')

const pdf = (name: string, { order }: FullOrder, content: Buffer): MailAttachment => ({
  filename: `${name}-${order.refno}.pdf`,
  contentType: 'application/pdf',
  content,
})

/** The receipt of an order; null if it was not paid. */
export async function receiptOf(deps: PaperDeps, full: FullOrder): Promise<MailAttachment | null> {
  const { status, id, lang } = full.order
  if (status !== 'paid' && status !== 'processed') return null
  const paidAt = (await findPaidAt(deps.database.orm, id)) ?? full.order.created_at
  const { renderReceipt } = await loadPapers()
  return pdf(
    paperWordsIn(lang).receipt,
    full,
    await renderReceipt(full, paperConfigOf(deps), paidAt),
  )
}

/** The invoice of an order; null if it cannot be paid by bank or is not due. */
export async function invoiceOf(deps: PaperDeps, full: FullOrder): Promise<MailAttachment | null> {
  if (!isToPay(full.order) || !deps.config.invoice) return null
  const { renderInvoice } = await loadPapers()
  const issuedAt = await noteInvoiced(deps.database.orm, full.order.id, deps.clock())
  const content = await renderInvoice(full, paperConfigOf(deps), issuedAt)
  return content && pdf(paperWordsIn(full.order.lang).invoice, full, content)
}
