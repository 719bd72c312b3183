import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

interface SlipWords {
  slip: string
  number: string
  ordered: string
  amount: string
  contents: string
  /** About the QR code on each sheet. */
  sheetCodes: string
  /** Heading of the code. */
  proof: string
  proofBody: string
  steps: string[]
  /** Alternative text of the code, for screen readers. */
  scan: string
  code: string
  validUntil: (date: string) => string
  thanks: string
}

export const slipWordsIn = (lang: Language): SlipWords => {
  const t = texts('parcels', lang)
  return {
    slip: t('papers.packingSlip.slip'),
    number: t('papers.packingSlip.number'),
    ordered: t('papers.packingSlip.ordered'),
    amount: t('papers.packingSlip.amount'),
    contents: t('papers.packingSlip.contents'),
    sheetCodes: t('papers.packingSlip.sheetCodes'),
    proof: t('papers.packingSlip.proof'),
    proofBody: t('papers.packingSlip.proofBody'),
    steps: [t('papers.packingSlip.steps1'), t('papers.packingSlip.steps2')],
    scan: t('papers.packingSlip.scan'),
    code: t('papers.packingSlip.code'),
    validUntil: (date) => t('papers.packingSlip.validUntil', { date }),
    thanks: t('papers.packingSlip.thanks'),
  }
}
