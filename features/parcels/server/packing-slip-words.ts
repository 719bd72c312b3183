import type { Language } from '#platform/shared/languages.ts'

interface SlipWords {
  slip: string
  number: string
  ordered: string
  amount: string
  contents: string
  /** Above the code. */
  proof: string
  proofBody: string
  steps: string[]
  /** Read aloud in place of the code. */
  scan: string
  code: string
  validUntil: (date: string) => string
  thanks: string
}

export const SLIP_WORDS: Record<Language, SlipWords> = {
  de: {
    slip: 'Lieferschein',
    number: 'Bestellnummer',
    ordered: 'Bestellt am',
    amount: 'Anzahl',
    contents: 'In diesem Paket',
    proof: 'Bestätige deine Adresse',
    proofBody:
      'Dieses Paket hat deinen Briefkasten gefunden. Mit dem Code zeigst du das auch auf der Karte: «Adresse per Post bestätigt».',
    steps: [
      'Scanne den Code mit der Kamera deines Handys, oder gib ihn ein unter',
      'Melde dich an; dein Briefkasten muss an der Adresse dieses Pakets stehen.',
    ],
    scan: 'QR-Code, der zur Seite führt, auf der die Adresse bestätigt wird',
    code: 'Dein Code',
    validUntil: (date) => `Gilt einmal, bis ${date}.`,
    thanks: 'Danke, dass du mitmachst!',
  },
  en: {
    slip: 'Packing slip',
    number: 'Order number',
    ordered: 'Ordered on',
    amount: 'Amount',
    contents: 'In this parcel',
    proof: 'Confirm your address',
    proofBody:
      'This parcel has found your letterbox. With the code you show it on the map as well: “Address proven by post”.',
    steps: [
      'Scan the code with the camera of your phone, or enter it at',
      'Log in; your letterbox must be at the address of this parcel.',
    ],
    scan: 'QR code that leads to the page where the address is confirmed',
    code: 'Your code',
    validUntil: (date) => `Works once, until ${date}.`,
    thanks: 'Thank you for taking part!',
  },
  fr: {
    slip: 'Bulletin de livraison',
    number: 'Numéro de commande',
    ordered: 'Commandé le',
    amount: 'Quantité',
    contents: 'Dans ce colis',
    proof: 'Confirmez votre adresse',
    proofBody:
      'Ce colis a trouvé votre boîte aux lettres. Avec le code, vous le montrez aussi sur la carte\u00a0: «\u00a0Adresse confirmée par la poste\u00a0».',
    steps: [
      'Scannez le code avec l’appareil photo de votre téléphone, ou saisissez-le sous',
      'Connectez-vous\u00a0; votre boîte aux lettres doit se trouver à l’adresse de ce colis.',
    ],
    scan: 'Code QR qui mène à la page où l’adresse est confirmée',
    code: 'Votre code',
    validUntil: (date) => `Valable une fois, jusqu’au ${date}.`,
    thanks: 'Merci de participer\u00a0!',
  },
}
