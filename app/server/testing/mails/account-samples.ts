import { cases, firstname, type MailSample, notMeUrl, one, SITE, url } from './sample-parts.ts'

export function ofAccounts(): MailSample[] {
  const code = '482 913'
  return [
    ...one('loginLink', { firstname, url: url('/login'), code: 'K7MP-3XQR' }),
    ...one('staffLoginLink', {
      firstname,
      url: url('/login'),
      code: 'K7MP-3XQR',
      typeAt: 'https://lend.example/auth/loginLink',
    }),
    ...cases(
      'emailConfirmation',
      { firstname, url: url('/confirm'), code },
      {
        plain: {},
        wanted: { wanted: { people: 1, items: ['Leiter'] } },
        wantedByMany: { wanted: { people: 5, items: ['Leiter', 'Bohrmaschine'] } },
      },
    ),
    ...one('accessTokenMade', {
      firstname,
      name: 'Backup',
      url: url('/profile/security'),
      notMeUrl,
    }),
    ...one('emailChange', { firstname, url: url('/confirm'), code }),
    ...cases(
      'emailCorrected',
      { firstname, newEmail: 'anna.muster@lend.example', url: url('/profile') },
      { atOnce: { atOnce: true }, later: { atOnce: false } },
    ),
    ...cases(
      'passwordRecovery',
      { firstname, url: url('/recover'), code },
      { own: {}, byStaff: { byStaff: true } },
    ),
    ...cases(
      'passwordChanged',
      { firstname, url: url('/recover') },
      { first: { first: true, passkeys: 0 }, one: { passkeys: 1 }, several: { passkeys: 2 } },
    ),
    ...one('emailRestored', { firstname }),
    ...one('emailChangeAsked', { firstname, newEmail: 'anna.muster@lend.example', notMeUrl }),
    ...one('dataDownloaded', { firstname, notMeUrl }),
    ...cases(
      'accountDeleted',
      { firstname, url: SITE },
      { alone: { handedOver: false }, handedOver: { handedOver: true } },
    ),
    ...cases(
      'emailChanged',
      { firstname, newEmail: 'anna.muster@lend.example', days: 7 },
      { restorable: { restoreUrl: url('/restore') }, final: { restoreUrl: null } },
    ),
    ...one('accountLinked', {
      firstname,
      provider: 'Gemeinde Schaan',
      label: 'anna@schaan.example',
      url: url('/profile'),
      notMeUrl,
    }),
    ...one('accountUnlinked', {
      firstname,
      provider: 'Gemeinde Schaan',
      label: 'anna@schaan.example',
      url: url('/profile'),
      notMeUrl,
    }),
    ...one('passkeyAdded', { firstname, name: 'Pixel 9', url: url('/profile'), notMeUrl }),
    ...one('passkeyRemoved', { firstname, name: 'Pixel 9', url: url('/profile'), notMeUrl }),
    ...cases(
      'secondFactorChanged',
      { firstname, codesLeft: 3, url: url('/profile'), notMeUrl },
      {
        on: { change: 'on' },
        off: { change: 'off' },
        codes: { change: 'codes' },
        code_used: { change: 'code_used' },
        last_but_one: { change: 'code_used', codesLeft: 1 },
        reset: { change: 'reset' },
      },
    ),
    ...cases(
      'newDevice',
      { firstname, notMeUrl },
      {
        known: { browser: 'Firefox', system: 'Android' },
        unknown: { browser: null, system: null },
      },
    ),
    ...cases(
      'fileTaken',
      { firstname, notMeUrl },
      {
        orders: { file: 'orders' },
        cash_book: { file: 'cash_book' },
        person: { file: 'person' },
        letters: { file: 'letters' },
      },
    ),
    ...one('householdInvitation', { inviter: 'Berta', url: url('/household') }),
    ...one('letterboxHandedOver', { firstname, url: url('/profile') }),
    ...one('householdChanged', {
      firstname,
      change: 'somebodyGone',
      name: 'Berta',
      url: url('/profile/household'),
    }),
    ...cases(
      'tasksChanged',
      { firstname, url: `${SITE}/admin` },
      {
        first: { first: true, tasks: ['moderation', 'map'], taken: [], area: null, notMeUrl },
        changed: { tasks: ['treasury'], taken: ['shipping'], area: null, notMeUrl },
        inAnArea: {
          tasks: ['moderation'],
          taken: [],
          area: { country: 'CH', postcodes: ['8037', '8049'], outline: [] },
          notMeUrl,
        },
        taken: { tasks: [], taken: ['texts'], area: null, url: SITE },
      },
    ),
  ]
}
