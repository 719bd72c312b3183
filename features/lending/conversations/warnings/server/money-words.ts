/**
 * Words that scams use, in German, English and French, as {@link plainWords} returns them. An amount is not among
 * them: "CHF 5 for your coffee fund" is what neighbours say, and so is "merci d'avance".
 */
const SERVICES = [
  'western ?union',
  'money ?gram',
  'pay ?pal',
  'twint\\w*',
  'revolut',
  'transferwise',
  'skrill',
  'venmo',
  'zelle',
  'cash ?app',
  'pay ?safe(?: ?card)?',
  'neosurf',
  'transcash',
  'remitly',
]

const CRYPTO = [
  'bitcoins?',
  'btc',
  'ethereum',
  'usdt',
  'krypto(?:wahrung\\w*|geld)?',
  'crypto(?:monnaies?|currency|currencies)?',
]

const GIFT_CARDS = [
  'gift ?cards?',
  '(?:geschenk|gutschein)(?:karte|code)n?s?',
  '(?:itunes|google play|steam|amazon|apple)[ -](?:cards?|karten?|gutscheine?|gift)',
  'cartes? (?:cadeaux?|itunes|google play|steam|amazon)',
  'coupons? (?:pcs|de recharge)',
]

const BANKING = [
  'ibans?',
  'bic',
  'swift[- ]?code',
  'kontonummer',
  'bankverbindung',
  '(?:bank)?(?:u|ue)berweis(?:e|en|t|ung|ungen)',
  'kreditkarten?\\w*',
  '(?:bank|wire) transfer',
  'bank (?:details|account)',
  'account number',
  'credit card',
  'virements?',
  'coordonnees bancaires',
  'numero de compte',
  'carte (?:de credit|bancaire)',
  'mandat cash',
]

const IN_ADVANCE = [
  'vor(?:aus)?kasse',
  'vorauszahl\\w+',
  'anzahlung\\w*',
  '(?:miet)?kaution\\w*',
  '(?:be)?zahl\\w* [^.!?]{0,20}(?:im|zum) voraus',
  '(?:im|zum) voraus [^.!?]{0,20}(?:be)?zahl\\w*',
  'prepay\\w*',
  '(?:advance|down) payments?',
  'pay [^.!?]{0,20}(?:in advance|up ?front)',
  '(?:a|the|security|small|refundable|pay|your) deposit(?! (?:it|them|the))',
  'acomptes?',
  'arrhes',
  '(?:une|la|de|sans|pour) caution',
  'depot de garantie',
  "(?:pay|vers|regl)(?:er|ez|e|ement|ement) [^.!?]{0,20}(?:d'|en |a l')avance",
]

const MONEY_ITSELF = [
  'geld (?:schick|send|(?:u|ue)berweis)\\w*',
  '(?:schick|send)\\w* [^.!?]{0,12}geld',
  'send (?:me |us )?(?:the |some )?money',
  "envo(?:yer|yez|ie) [^.!?]{0,12}(?:de l'|l')argent",
  'darlehen',
  'kredit (?:von|uber|ueber)',
  "pret d'argent",
  'pret entre particuliers',
]

const LISTS = [SERVICES, CRYPTO, GIFT_CARDS, BANKING, IN_ADVANCE, MONEY_ITSELF]

/** Matches whole words anywhere in the text. */
export const MONEY_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${LISTS.flat().join('|')})(?![\\p{L}\\p{N}])`,
  'u',
)

/** An IBAN of at least 15 characters, or a cryptocurrency address. */
export const ACCOUNTS =
  /\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,4})?\b|\b(?:0x[0-9a-f]{40}|bc1[a-z0-9]{25,})\b/u
