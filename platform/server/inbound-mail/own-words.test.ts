import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN, SENT } from './fixtures/sent.ts'
import { readReply } from './reply-text.ts'

const MAIL = SENT[0]?.text ?? ''
const SUBJECT = SENT[0]?.subject ?? ''
const FROM = 'Letterlend <reply+r0000example@lend.example>'
const marked = (text: string, mark = '> ') =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n')
const HEADERS = `Von: ${FROM}\nGesendet: Mittwoch, 25. November 2026 10:15\nAn: ada@example.org\nBetreff: ${SUBJECT}`

/** How mail programs put our mail below the author's text. */
const STYLES: Record<string, (own: string) => string> = {
  Gmail: (own) =>
    `${own}\n\nAm Mi., 25. Nov. 2026 um 10:15 Uhr schrieb Letterlend <\nreply+r0000example@lend.example>:\n\n${marked(MAIL)}\n`,
  Apple: (own) =>
    `${own}\n\n> Am 25.11.2026 um 10:15 schrieb ${FROM}:\n> \n${marked(MAIL, '> ')}\n`,
  Thunderbird: (own) => `${own}\n\nAm 25.11.26 um 10:15 schrieb Letterlend:\n${marked(MAIL, '>')}`,
  'no line above': (own) => `${own}\n\n${marked(MAIL)}`,
  'quoted twice': (own) => `${own}\n\nOn 11/25/26 10:15, ${FROM} wrote:\n${marked(MAIL, '>> ')}`,
  Outlook: (own) => `${own}\n\n${HEADERS}\n\n${MAIL}`,
  'Outlook on iOS': (own) =>
    `${own}\n\nOutlook für iOS<https://aka.ms/o0ukef> beziehen\n________________________________\n${HEADERS}\n\n${MAIL}`,
  'Outlook of old': (own) =>
    `${own}\n\n-----Ursprüngliche Nachricht-----\n${HEADERS}\n\n${MAIL.replaceAll('\n\n', '\n')}`,
  'nothing but the mail': (own) => `${own}\n\n${MAIL}`,
  'an unknown language': (own) =>
    `${own}\n\n${marked(MAIL.replace(/(.{1,20})( |$)/gm, '$1\n').replaceAll('\n\n\n', '\n'))}`,
  'no quotation': (own) => own,
}
const STYLE_NAMES = Object.keys(STYLES)

const read = (text: string) => readReply({ text, html: null }, KNOWN)
const tidy = (text: string) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** An attribution line above a quotation. */
const WROTE = /letterlend.*:\s*$/

/** A header block that names us as the sender. */
const HEADER_BLOCK = /^von: *letterlend *$/m

/** Texts of people that other programs mistake for quotations. */
const OWN: [string, string][] = [
  [
    'a sentence that looks like the line above a quotation',
    'Salut Eva,\n\ncomme dit hier à 18:30, voici ce que Paul a écrit :\n\nla clé est chez la concierge.',
  ],
  ['lines with marks', 'Ist ok.\n>> und bring bitte die lange Leiter mit'],
  ['a rule', 'Ja.\n__________\nWichtig: hinten klingeln'],
  ['two dashes', 'Ja.\n--\nWichtig: hinten klingeln'],
  ['three dashes', 'Ja.\n---\nhinten klingeln\n***\noder vorne'],
  [
    'a note with a time',
    'Note found in my diary: On Mon 3 May 2026 at 9:00 Hans wrote: bring gloves',
  ],
  ['headers of a poem', 'From: Friday noon\nTo: Sunday evening\nSubject to rain!'],
  ['headers in German', 'Von: Freitag 12:00\nAn: Sonntag 18:00\nBetreff: Leiter\n\nIst das gut?'],
  [
    'a quotation of somebody else',
    'Am 3.5.2026 um 9:00 schrieb Hans:\n> Handschuhe nicht vergessen\n\nAlso bring welche mit.',
  ],
  ['a day alone', 'Am Samstag, 28. November 2026 um 10:30'],
  ['the last word is a device', 'Mein Handy ist kaputt, gesendet mit dem iPhone meiner Frau'],
  ['a last line that begins as those of programs do', 'Ja.\nGesendet mit DHL, kommt morgen.'],
  ['words of ours', 'Hallo Ada\nPasst dir Samstag um zehn?\nBEN SCHREIBT DIR\nJa!'],
  ['a question mark', 'Wann?\n?\n👍'],
  [
    'an original message',
    'Die -----Original Message----- habe ich gelöscht\n-----Original Message-----\nWelche?',
  ],
  ['lists', '> Leiter\n> Eimer\n- Besen\n* Lappen'],
  [
    'an address of ours',
    'Geht das auch an reply@lend.example?\nLetterlend schrieb am 3.5.2026 etwas anderes:\nsiehe dort',
  ],
  [
    'a forwarded mail',
    '---------- Forwarded message ---------\nVon: Hans <hans@example.org>\nDatum: 3.5.2026\nBetreff: Leiter\n\nIch habe noch eine.',
  ],
]

describe('the sender’s own words', () => {
  it.each(STYLE_NAMES.flatMap((style) => OWN.map(([name, own]) => [style, name, own] as const)))(
    'are kept completely above a quotation in the style of %s: %s',
    (style, _name, own) => {
      expect(read(STYLES[style]?.(own) ?? '')?.text).toBe(tidy(own))
    },
  )

  it('are kept below a quotation and between its lines', () => {
    const below = `Am 25.11.26 um 10:15 schrieb Letterlend:\n${marked(MAIL)}\n\nJa gern\n> wirklich\n\nAda`
    expect(read(below)?.text).toBe('Ja gern\n> wirklich\n\nAda')
    const lines = marked(MAIL).split('\n')
    const at = lines.findIndex((line) => line.includes('Passt dir'))
    const between = [
      'Am 25.11.26 um 10:15 schrieb Letterlend:',
      ...lines.slice(0, at),
      '> Passt dir Samstag um zehn?',
      '',
      'Ja',
      '',
      '> Ich bin bis Mittag da.',
      '',
      '> Gut.',
      'Ich auch.',
      '',
      ...lines.slice(at + 1),
    ].join('\n')
    const reply = read(between)
    expect(reply?.text).toBe('Ja\n\n> Gut.\nIch auch.')
    expect(reply?.quoted).toContain('> Passt dir Samstag um zehn?\n> Ich bin bis Mittag da.')
  })

  it('are kept between the lines of a quotation without marks', () => {
    const text = `Siehe unten\n\n${HEADERS}\n\n${MAIL.replace('zehn? Ich', 'zehn?\nJa\nIch')}`
    expect(read(text)?.text).toBe('Siehe unten\n\nJa')
  })

  it('are kept if HTML marks them as a quotation or a signature', () => {
    const html = (text: string) => readReply({ text: null, html: text }, KNOWN)?.text
    expect(html('<p>Ist ok.</p><blockquote>und bring die lange Leiter mit</blockquote>')).toBe(
      'Ist ok.\n\nund bring die lange Leiter mit',
    )
    expect(html('<div class="gmail_signature">Ja gern!</div>')).toBe('Ja gern!')
    const quotation = `<blockquote><p>${MAIL.split('\n\n').join('</p><p>')}</p></blockquote>`
    expect(html(`<div id="ms-outlook-mobile-signature">Ja gern!</div>${quotation}`)).toBe(
      'Ja gern!',
    )
    expect(html(`${quotation}<p>Ja gern!</p>`)).toBe('Ja gern!')
    expect(html('<p>Ja, <a href="https://maps.example/x">hier</a>.</p>')).toBe(
      'Ja, hier <https://maps.example/x>.',
    )
    const linked = quotation.replace(/https:\S+?(?=<)/, '<a href="$&">$&</a>')
    expect(html(`<p>Ja gern!</p>${linked}`)).toBe('Ja gern!')
    // Some programs embed the whole page of the quoted mail.
    const page = `<html><head><title>No</title><style>p {}</style></head><body>${quotation}</body></html>`
    expect(html(`<p>Ja gern!</p>${page}`)).toBe('Ja gern!')
    expect(html(`<html><body><p>Ja gern!</p>${page}</body></html>`)).toBe('Ja gern!')
  })

  it('are never lost: the omitted part is stored as quoted text', () => {
    const reply = read(`Ja gern\n\n-- \nAda Muster\n+41 44 000 00 00\n\n${STYLES.Gmail?.('')}`)
    expect(reply?.text).toBe('Ja gern')
    expect(reply?.quoted).toContain('Ada Muster\n+41 44 000 00 00')
    expect(reply?.quoted).toContain('schrieb Letterlend')
    expect(reply?.quoted).not.toContain('AbCdEf')
    expect(read('Ja gern')?.quoted).toBeNull()
  })

  it('include a long text below "-- "', () => {
    const own = `Ja gern\n-- \n${'Und noch etwas, das wichtig ist.\n'.repeat(30)}`
    expect(read(own)?.text).toBe(own.replace('-- ', '--').trim())
  })

  it('survive completely above each of our mails, quoted in any style', () => {
    const word = fc.constantFrom(
      ...'ja nein samstag um zehn 10:15 schrieb wrote a écrit : von: an: betreff: am le on 2026 25.11.26 > >> ____ --- -- letterlend ada ben hallo passt dir leiter gesendet iphone 👍 ? https://maps.example/x message'.split(
        ' ',
      ),
    )
    const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...STYLE_NAMES),
        (lines, style) => {
          const own = tidy(lines.join('\n'))
          fc.pre(
            /\p{L}/u.test(own) &&
              !/^[> ]+$/m.test(own) &&
              !HEADER_BLOCK.test(own) &&
              !WROTE.test(lines.slice(-3).join(' ')),
          )
          expect(read(STYLES[style]?.(own) ?? '')?.text).toBe(own)
        },
      ),
      { numRuns: 1_500 },
    )
  })
})
