import { describe, expect, it } from 'vitest'
import { warningsOf, withoutLinks } from './message-warnings.ts'
import { sameTextKey } from './plain-words.ts'

describe('warningsOf', () => {
  it.each([
    // Messages that neighbours write.
    ['Hallo! Darf ich am Samstag deine Leiter ausleihen? Liebe Grüsse', []],
    ['Ich könnte sie am 21.11.2026 um 10.30 Uhr abholen, zurück am 23.11.', []],
    ['Zwischen 08.30-11.45 oder 15:00 bis 17:30, vom 07.12.-09.12.', []],
    ['Vom 2026-11-21 bis 2026-11-23 wäre super', []],
    ['Ich wohne an der Langstrasse 12, 8004 Zürich, 3. Stock', []],
    ['Ich bringe CHF 5 für deine Kaffeekasse mit', []],
    ['I can give you 10 francs for the coffee fund', []],
    ['Est-ce que je peux passer demain ? Merci d’avance !', []],
    ['Merci d’avance, je passe vers 18.30', []],
    ['Ich komme morgen.Am Abend geht es auch', []],
    ['Das Brett ist 1000 x 500 x 300 mm gross, 230 Volt, 2000 Watt', []],
    ['I would deposit it in your letterbox afterwards', []],
    ['z.B. heute oder d.h. spätestens morgen, St.Gallen ist auch ok', []],
    ['Caution: the paint is wet', []],
    ['Could I borrow your loan of books? Just kidding', []],
    ['Kein Problem, ich zahle den Kaffee', []],
    ['Bestellnummer 12345678, ISBN 978-3-16-148410-0', []],
    ['J’ai besoin de la perceuse ce week-end, je fais attention', []],
    // Links and e-mail addresses.
    ['Schau mal https://example.com/angebot', ['link']],
    ['see www.example.com', ['link']],
    ['example.com/x hat mehr', ['link']],
    ['Schreib mir auf wa.me/41791234567', ['link']],
    ['Meine Adresse ist ada@example.org', ['link']],
    ['bit.ly/3abc', ['link']],
    ['besuche ｅｘａｍｐｌｅ．ｃｏｍ', ['link']],
    ['evil。com', ['link']],
    // Phone numbers.
    ['Ruf mich an: 079 123 45 67', ['phone']],
    ['079/123.45.67', ['phone']],
    ['+41 79 123 45 67', ['phone']],
    ['0041791234567', ['phone']],
    ['O79 123 45 67', ['phone']],
    ['0 7 9 1 2 3 4 5 6 7', ['phone']],
    ['Mein Handy: 0170/1234567', ['phone']],
    ['Tel. 0664 1234567', ['phone']],
    ['Appelez-moi au 06 12 34 56 78', ['phone']],
    ['chiamami al 333 123 4567', ['phone']],
    // Money.
    ['Bitte zuerst per Western Union bezahlen', ['money']],
    ['Ich schicke dir das Geld per TWINT', ['money']],
    ['Gib mir deine IBAN', ['money']],
    ['CH93 0076 2011 6238 5295 7', ['money']],
    ['Bitte überweise 50 Franken', ['money']],
    ['Bitte ueberweisen', ['money']],
    ['Nur gegen Vorkasse', ['money']],
    ['Du musst 20 Franken im Voraus bezahlen', ['money']],
    ['Ich brauche 50 Franken Kaution', ['money']],
    ['Kauf mir eine Geschenkkarte', ['money']],
    ['Google Play Karten', ['money']],
    ['K\u200Bryptowährung', ['money']],
    ['Please pay a deposit first', ['money']],
    ['It is by prepayment only', ['money']],
    ['pay me 20 in advance', ['money']],
    ['Send me the money by bank transfer', ['money']],
    ['Buy two gift cards', ['money']],
    ['send bitcoin', ['money']],
    ['Il faut verser un acompte', ['money']],
    ['une caution de 50 francs', ['money']],
    ['payer 20 francs d’avance', ['money']],
    ['faites un virement', ['money']],
    ['une carte cadeau', ['money']],
    ['Je propose un prêt entre particuliers', ['money']],
    ['0x52908400098527886E0F7030069857D2E4169EE7', ['money']],
    // All of them.
    ['IBAN auf https://evil.example.com, sonst 079 123 45 67', ['link', 'phone', 'money']],
  ])('returns for «%s» the warnings %j', (text, warnings) => {
    expect(warningsOf(text, 'borrower')).toEqual(warnings)
  })

  it('returns no phone warning for a lender', () => {
    expect(warningsOf('Ruf an: 079 123 45 67, IBAN kommt', 'lender')).toEqual(['money'])
  })
})

describe('withoutLinks', () => {
  it.each([
    ['See https://evil.example.com/a?b=1 now', 'See https[:]//evil[.]example[.]com/a?b=1 now'],
    ['www.evil.com, me@evil.com', 'www[.]evil[.]com, me[@]evil[.]com'],
    ['hxxp://what.ever.unknowntld', 'hxxp[:]//what.ever.unknowntld'],
    ['Nothing here. At 10.30.', 'Nothing here. At 10.30.'],
  ])('turns «%s» into «%s»', (text, safe) => {
    expect(withoutLinks(text)).toBe(safe)
  })
})

describe('sameTextKey', () => {
  it('is the same for texts that differ only in case, spaces and invisible characters', () => {
    const key = sameTextKey('Hallo, darf ich deine Leiter ausleihen?')
    expect(sameTextKey('HALLO… Darf ich   deine Lei\u200bter ausleihen 🙂')).toBe(key)
    expect(sameTextKey('Hallo, darf ich deine Säge ausleihen?')).not.toBe(key)
    expect(sameTextKey('🙂')).toBe('🙂')
  })
})
