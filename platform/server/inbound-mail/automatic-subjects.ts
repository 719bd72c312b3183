/**
 * Subject prefixes of automatic replies, in the languages of our users' countries and their neighbours. Written in the
 * format of {@link plainSubject}: lower case without accents.
 */

/** People do not start a subject of their own with these words. */
const PHRASES = [
  // de, rm
  'automatische (?:ruck)?antwort',
  'automatisch (?:generierte|erzeugte|erstellte) (?:antwort|nachricht)',
  'auto-?antwort',
  '(?:automatische )?abwesenheits(?:notiz|meldung|mitteilung|nachricht|benachrichtigung|info|assistent|agent)',
  'ich bin (?:zurzeit |zur zeit |derzeit )?(?:nicht im (?:buro|haus)|ausser haus)',
  'nicht im (?:buro|haus)',
  'ausser haus',
  'resposta automatica',
  // en
  'auto(?:matic|mated|mat)?[- ]?(?:reply|response|responder|answer)',
  'auto:',
  'out of (?:the )?office',
  'out-of-office',
  '(?:vacation|holiday|absence) (?:reply|response|message|notice|notification)',
  'away from (?:my |the )?(?:mail|e-?mail|office|desk)',
  // fr
  '(?:reponse|message) automatique',
  "(?:message|notification|avis|notice) d'absence",
  'absen(?:ce|te?) du bureau',
  'hors (?:du )?bureau',
  // it
  'risposta automatica',
  'messaggio automatico',
  "assen(?:te|za) dall'ufficio",
  'fuori (?:sede|ufficio)',
  // nl
  'automatisch (?:antwoord|bericht)',
  'automatische (?:beantwoording|reactie)',
  'afwezigheids(?:bericht|melding|assistent)',
  'niet (?:op|in het|aanwezig op) kantoor',
  'buiten kantoor',
  // es, ca, pt
  '(?:respuesta|contestacion) automatica',
  'fuera de (?:la )?oficina',
  'ausente de la oficina',
  'fora (?:do|de) (?:escritorio|oficina)',
  'ausencia do escritorio',
  // pl
  'automatyczna odpowiedz',
  'odpowiedz automatyczna',
  'autoodpowiedz',
  'poza biurem',
  'nieobecn\\w+ w biurze',
  // cs, sk
  'automaticka odpoved',
  'mimo kancelar\\w*',
  // sl, hr, sr, bs
  'samodejn[io] odgovor',
  'samodejen odgovor',
  'avtomatski odgovor',
  'automatski odgovor',
  'automatsko odgovaranje',
  '(?:izvan|van) (?:ureda|kancelarije)',
  'odsut\\w+ iz ureda',
  'zunaj pisarne',
  // hu
  'automatikus valasz',
  '(?:irodan|hazon) kivul',
  // da, sv, no, fi
  'automatiskt? svar',
  'autosvar',
  'fraver(?:s|es)?(?:melding|besked|meddelelse)',
  'franvaro(?:meddelande|besked)',
  'ikke (?:pa|til stede pa) kontoret',
  'inte pa kontoret',
  'automaattinen vastaus',
  'automaattivastaus',
  'poissaoloilmoitus',
  'poissa toimistosta',
  // ro
  'raspuns automat',
  '(?:in )?afara biroului',
  // tr
  'otomatik (?:yanit|cevap)',
  'ofis disi(?:nda)?',
  // sq, et, lv, lt, el, bg, ru, uk
  'pergjigje automatike',
  'automaatvastus',
  'automatisk[aā] atbilde',
  'automatinis atsakymas',
  'αυτοματη απαντηση',
  'εκτος γραφειου',
  'автоматичен отговор',
  'автоматическии ответ',
  'автоответ',
  'автоматична відповідь',
  'автовідповідь',
]

/**
 * Words that people also write. They only count as the whole subject or before a colon: a reply by hand keeps "Re:" and
 * our subject.
 */
const WORDS = [
  // de
  'abwesend',
  'abwesenheit',
  '(?:im |in den )?(?:urlaub|ferien)',
  'ferienabwesenheit',
  // en
  'away',
  'absent',
  'absence',
  'ooo',
  '(?:on )?(?:vacation|holidays?|annual leave|leave)',
  // fr
  'absente',
  '(?:en )?(?:vacances|conges?)',
  // it
  'assente',
  'assenza',
  '(?:in )?(?:ferie|vacanza)',
  'vacanze',
  // nl
  'afwezig',
  'afwezigheid',
  '(?:op |met )?(?:vakantie|verlof)',
  // es, ca, pt
  'ausente',
  'ausencia',
  'absencia',
  '(?:de )?(?:vacaciones|vacances|ferias)',
  // pl
  'nieobecn(?:osc|y|a)',
  '(?:na )?urlopie?',
  // cs, sk
  'nepritomn(?:ost|a|y)',
  'nepritomen',
  '(?:na )?(?:dovolena|dovolene|dovolenej|dovolenka|dovolenke)',
  // sl, hr
  'pocitnice',
  '(?:na )?(?:dopustu?|pocitnicah)',
  'odsot(?:en|na|nost)',
  'odsut(?:an|na|nost)',
  '(?:na )?godisnj(?:i|em) odmoru?',
  // hu
  'tavollet',
  'szabadsag(?:on)?',
  // da, no, sv, fi
  'fraver',
  'franvaro',
  'franvarande',
  '(?:pa )?(?:ferie|semester)',
  'poissa',
  'poissaolo',
  '(?:loma|lomalla)',
  // ro, tr, ru, bg
  '(?:in )?concediu',
  '(?:izin|izinde|izinli|tatil|tatilde)',
  '(?:отпуск|в отпуске|отсъствие|відпустка)',
]

/** Skips brackets and punctuation at the start: "[Auto-Reply] ...", "**Automatic reply**". */
const START = String.raw`^[\s[(*"'«„]*`
const PHRASE = new RegExp(`${START}(?:${PHRASES.join('|')})(?![\\p{L}\\p{N}])`, 'u')
const WORD = new RegExp(`${START}(?:${WORDS.join('|')})[\\s\\])*"'».!]*(?::|$)`, 'u')
/** Lotus Notes puts the person's name first. */
const WHO_IS_AWAY =
  /^[\p{L}\p{N} .'-]{2,60} (?:is|will be|ist) (?:currently |zurzeit |derzeit )?(?:out of (?:the )?office|ausser haus|nicht im (?:buro|haus))/u

/** Lower case without accents, so that one spelling matches all. */
function plainSubject(subject: string): string {
  return subject
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'e')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replace(/[’`´]/gu, "'")
    .trim()
}

/** Whether a subject is that of an automatic reply. */
export function isAutomaticSubject(subject: string): boolean {
  const plain = plainSubject(subject)
  return PHRASE.test(plain) || WORD.test(plain) || WHO_IS_AWAY.test(plain)
}
