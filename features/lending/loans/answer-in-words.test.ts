import { describe, expect, it } from 'vitest'
import { answerInWords } from './answer-in-words.ts'

/** Asked on Tuesday 1 December 2026 for Saturday and Sunday. */
const ASKED = { today: '2026-12-01', wanted_from: '2026-12-05', wanted_until: '2026-12-06' }

/** The answer, then the day and the time if there are any: `accept 2026-12-05 10:00`. */
const read = (text: string, asked: Parameters<typeof answerInWords>[1] = ASKED) => {
  const { answer, day, time } = answerInWords(text, asked)
  return [answer ?? 'unclear', day, time].filter(Boolean).join(' ')
}

describe('the answer in a lender’s words', () => {
  it.each([
    // German
    ['Ja gern, Samstag ab 10', 'accept 2026-12-05 10:00'],
    ['Ja gerne!', 'accept'],
    ['Klar, kannst du haben. Komm am Sonntag um 14:30 Uhr', 'accept 2026-12-06 14:30'],
    ['Kein Problem, Samstag Morgen ab 9 Uhr', 'accept 2026-12-05 09:00'],
    ['Guten Morgen! Ja, passt.', 'accept'],
    ['Ja, zwischen 10 und 12', 'accept 10:00'],
    ['Ja, Samstag bis Sonntag geht', 'accept'],
    ['Ja, am 5.12. nach sechs', 'accept 2026-12-05 18:00'],
    ['leider nein', 'decline'],
    ['Nein, leider nicht', 'decline'],
    ['Die ist leider kaputt', 'decline'],
    ['nein, kein Problem, kannst du haben', 'unclear'],
    ['ja aber erst Sonntag', 'propose 2026-12-06'],
    ['Ja, Montag ginge', 'propose 2026-12-07'],
    ['Ginge auch Montag?', 'propose 2026-12-07'],
    ['Ja, morgen ab 18 Uhr', 'propose 2026-12-02 18:00'],
    ['Samstag leider nicht, aber Sonntag ginge', 'unclear'],
    ['Ja, wenn ich sie finde', 'unclear'],
    ['Ja, Samstag oder Sonntag', 'unclear'],
    ['Vielleicht, ich weiss noch nicht', 'unclear'],
    ['Wofür brauchst du sie?', 'unclear'],
    ['Ja, aber sie ist nicht ganz neu', 'unclear'],
    ['Das ist nicht weit', 'unclear'],
    ['Ich schaue nach', 'unclear'],
    ['Ja, um halb sieben', 'accept'],
    ['Ja, ab 5. Dezember', 'accept 2026-12-05'],
    // English
    ['yes sure, come by after six', 'accept 18:00'],
    ['Of course, Saturday at 10am', 'accept 2026-12-05 10:00'],
    ['No problem, Sunday 3 pm', 'accept 2026-12-06 15:00'],
    ['No, sorry', 'decline'],
    ["Unfortunately I can't", 'decline'],
    ['Yes, but only on Monday', 'propose 2026-12-07'],
    ['Sure, December 6 at noon', 'accept 2026-12-06 12:00'],
    ['Sorry for the late answer, yes you can', 'unclear'],
    ["Yes, if it doesn't rain", 'unclear'],
    ['Maybe', 'unclear'],
    ['I do not mind', 'unclear'],
    ['Yesterday somebody asked as well', 'unclear'],
    // French
    ['Oui volontiers, samedi dès 10h', 'accept 2026-12-05 10:00'],
    ['Oui, d’accord, dimanche à 14h30', 'accept 2026-12-06 14:30'],
    ['Pas de problème', 'accept'],
    ['Bien sûr, le 5 décembre après 18 heures', 'accept 2026-12-05 18:00'],
    ['non désolé', 'decline'],
    ['Malheureusement elle est cassée', 'decline'],
    ['Oui mais plutôt lundi', 'propose 2026-12-07'],
    ['Oui, après-demain', 'propose 2026-12-03'],
    ['Peut-être', 'unclear'],
    ['Non, pas de souci, vous pouvez', 'unclear'],
  ])('is read from “%s” as: %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('is read relative to one wanted day, to several, and without any', () => {
    const friday = { ...ASKED, wanted_from: '2026-12-04', wanted_until: null }
    expect(read('Ja gern, Samstag ab 10', friday)).toBe('propose 2026-12-05 10:00')
    expect(read('Ja, Freitag', friday)).toBe('accept 2026-12-04')
    const any = { ...ASKED, wanted_from: null, wanted_until: null }
    expect(read('Ja gern, Samstag ab 10', any)).toBe('accept 2026-12-05 10:00')
    // Within several weeks, a weekday means the next one to come.
    const weeks = { ...ASKED, wanted_from: '2026-11-28', wanted_until: '2026-12-20' }
    expect(read('Ja, Samstag', weeks)).toBe('accept 2026-12-05')
  })

  it('contains no day that does not exist or has passed', () => {
    expect(read('Ja, am 31.6.')).toBe('accept')
    expect(read('Ja, am 30.11.', { ...ASKED, wanted_from: null })).toBe('accept')
  })
})
