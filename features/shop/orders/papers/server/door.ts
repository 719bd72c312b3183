export { invoiceCurrencies, paymentPartOf } from './invoices.rules.ts'
export { centsInWords, type OrderedThing, orderFacts } from './order-texts.ts'
export {
  countryName,
  dateOf,
  labelled,
  type PaperConfig,
  paperConfigOf,
  recipientLines,
  senderLine,
} from './paper-labels.ts'
export { invoiceOf, receiptOf } from './papers.ts'
