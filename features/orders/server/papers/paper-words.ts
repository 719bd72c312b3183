import type { Language } from '#platform/shared/languages.ts'
import type { PAYMENT_METHODS } from '../../contract.order.ts'

type Method = (typeof PAYMENT_METHODS)[number]

export interface PaperWords {
  receipt: string
  invoice: string
  number: string
  ordered: string
  paid: string
  issued: string
  payableUntil: string
  thing: string
  amount: string
  piece: string
  price: string
  donation: string
  total: string
  paidBy: Record<Method, string>
  receiptNote: string
  invoiceNote: string
  account: string
  bic: string
  reference: string
  /** Beside the code of a SEPA credit transfer. */
  scan: string
  /** Read aloud in place of a code. */
  code: string
}

export const PAPER_WORDS: Record<Language, PaperWords> = {
  de: {
    receipt: 'Quittung',
    invoice: 'Rechnung',
    number: 'Bestellnummer',
    ordered: 'Bestellt am',
    paid: 'Bezahlt am',
    issued: 'Rechnungsdatum',
    payableUntil: 'Zahlbar bis',
    thing: 'Was',
    amount: 'Anzahl',
    piece: 'Einzelpreis',
    price: 'Betrag',
    donation: 'Spende',
    total: 'Total',
    paidBy: {
      stripe: 'Bezahlt mit Karte oder TWINT.',
      paypal: 'Bezahlt mit PayPal.',
      invoice: 'Bezahlt mit Überweisung.',
      sandbox: 'Testzahlung: Es ist kein Geld geflossen.',
    },
    receiptNote: 'Danke, dass du mitmachst!',
    invoiceNote:
      'Danke für deine Bestellung! Sobald deine Zahlung da ist, machen wir sie bereit. Gib bei der Zahlung bitte die Referenz an; nur so finden wir sie.',
    account: 'Konto',
    bic: 'BIC',
    reference: 'Referenz',
    scan: 'Mit der App deiner Bank scannen und bezahlen.',
    code: 'Code zum Bezahlen mit der App einer Bank',
  },
  en: {
    receipt: 'Receipt',
    invoice: 'Invoice',
    number: 'Order number',
    ordered: 'Ordered on',
    paid: 'Paid on',
    issued: 'Date of invoice',
    payableUntil: 'Payable until',
    thing: 'What',
    amount: 'Amount',
    piece: 'Price a piece',
    price: 'Price',
    donation: 'Donation',
    total: 'Total',
    paidBy: {
      stripe: 'Paid by card or TWINT.',
      paypal: 'Paid with PayPal.',
      invoice: 'Paid by bank transfer.',
      sandbox: 'Test payment: no money has moved.',
    },
    receiptNote: 'Thank you for taking part!',
    invoiceNote:
      'Thank you for your order! As soon as your payment is here, we get it ready. Please give the reference with your payment; it is how we find it.',
    account: 'Account',
    bic: 'BIC',
    reference: 'Reference',
    scan: 'Scan it with the app of your bank to pay.',
    code: 'Code to pay with the app of a bank',
  },
  fr: {
    receipt: 'Quittance',
    invoice: 'Facture',
    number: 'Numéro de commande',
    ordered: 'Commandé le',
    paid: 'Payé le',
    issued: 'Date de facture',
    payableUntil: 'Payable jusqu’au',
    thing: 'Quoi',
    amount: 'Quantité',
    piece: 'Prix unitaire',
    price: 'Montant',
    donation: 'Don',
    total: 'Total',
    paidBy: {
      stripe: 'Payé par carte ou TWINT.',
      paypal: 'Payé avec PayPal.',
      invoice: 'Payé par virement.',
      sandbox: 'Paiement d’essai : aucun argent n’a circulé.',
    },
    receiptNote: 'Merci de participer !',
    invoiceNote:
      'Merci de votre commande ! Dès que votre paiement est là, nous la préparons. Veuillez indiquer la référence lors du paiement ; c’est grâce à elle que nous le retrouvons.',
    account: 'Compte',
    bic: 'BIC',
    reference: 'Référence',
    scan: 'À scanner avec l’app de votre banque pour payer.',
    code: 'Code pour payer avec l’app d’une banque',
  },
}
