import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, listFiles } from './imports.mjs'
import { mayKnow, NOUNS, nounOf } from './noun-order.mjs'

const FEATURES = join(import.meta.dirname, '..', 'features')

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** From one noun to another, by whatever runs. */
const imports = listFiles('features')
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
  .flatMap((from) => [...new Set(importsOf(from))].map((to) => ({ from, to })))
  .map((each) => ({ ...each, noun: nounOf(each.from) ?? '', other: nounOf(each.to) ?? '' }))
  .filter(({ noun, other }) => other !== '' && noun !== other)

it('every folder of features/<area>/ is a noun of scripts/noun-order.mjs', () => {
  const folders = readdirSync(FEATURES).flatMap((area) =>
    readdirSync(join(FEATURES, area)).map((noun) => `${area}/${noun}`),
  )
  expect(folders.sort()).toEqual([...NOUNS].sort())
})

/** Upward imports that are still to be turned round. This list only gets shorter. */
const NOT_YET: string[] = [
  'features/people/accounts/contract.ts -> features/places/letterboxes/contract.ts',
  'features/people/accounts/contract.ts -> features/places/letterboxes/privacy/contract.ts',
  'features/people/accounts/contract.ts -> features/shop/orders/contract.order.ts',
  'features/people/accounts/contract.ts -> features/shop/parcels/parcel-code-schema.ts',
  'features/people/accounts/security-events/server/security-events.routes.ts -> features/people/audit/server/door.ts',
  'features/people/accounts/server/accounts.queries.ts -> features/places/letterboxes/privacy/server/door.ts',
  'features/people/accounts/server/accounts.queries.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/accounts.queries.ts -> features/shop/orders/server/door.ts',
  'features/people/accounts/server/accounts.ts -> features/people/newcomers/server/door.ts',
  'features/people/accounts/server/can-log-in.ts -> features/people/sign-in/passkeys/server/door.ts',
  'features/people/accounts/server/confirmation-mail.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/email-restoring.ts -> features/people/sign-in/passkeys/server/door.ts',
  'features/people/accounts/server/email-restoring.ts -> features/people/sign-in/second-factors/server/door.ts',
  'features/people/accounts/server/mails.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/not-me.ts -> features/people/sign-in/passkeys/server/door.ts',
  'features/people/accounts/server/not-me.ts -> features/people/sign-in/second-factors/server/door.ts',
  'features/people/accounts/server/own-account/account-removal.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/own-account/account-removal.ts -> features/places/letterboxes/tables.ts',
  'features/people/accounts/server/own-account/account-update.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/passwords.routes.ts -> features/people/newcomers/server/door.ts',
  'features/people/accounts/server/passwords.routes.ts -> features/people/roles/server/door.ts',
  'features/people/accounts/server/passwords.routes.ts -> features/people/sign-in/passkeys/server/door.ts',
  'features/people/accounts/server/product-words.ts -> features/places/geocoding/server/door.ts',
  'features/people/accounts/server/product-words.ts -> features/places/items/tables.ts',
  'features/people/accounts/server/registration.enrolling.ts -> features/places/geocoding/contract.ts',
  'features/people/accounts/server/registration.enrolling.ts -> features/places/letterboxes/server/door.ts',
  'features/people/accounts/server/registration.enrolling.ts -> features/shop/parcels/server/door.ts',
  'features/people/accounts/server/registration.registering.ts -> features/community/legal/server/door.ts',
  'features/people/accounts/server/registration.registering.ts -> features/people/newcomers/server/door.ts',
  'features/people/accounts/server/registration.registering.ts -> features/places/geocoding/server/door.ts',
  'features/people/accounts/server/registration.registering.ts -> features/shop/parcels/server/door.ts',
  'features/people/accounts/server/registration.routes.ts -> features/people/newcomers/server/door.ts',
  'features/people/accounts/server/registration.routes.ts -> features/people/roles/server/door.ts',
  'features/people/accounts/web/logout-screen.tsx -> features/lending/conversations/transactions/web/data/door.ts',
  'features/people/newcomers/server/newcomers.deciding.ts -> features/places/letterboxes/server/door.ts',
  'features/people/newcomers/server/newcomers.queries.ts -> features/places/letterboxes/tables.ts',
  'features/people/notifications/server/delivery/push.queue.ts -> features/community/settings/server/door.ts',
  'features/people/notifications/web/frequency-field.tsx -> features/places/letterboxes/askable.ts',
  'features/people/notifications/web/neighbourhood-offer.tsx -> features/places/letterboxes/privacy/web/door.ts',
  'features/people/notifications/web/push-offer.tsx -> features/places/letterboxes/privacy/web/door.ts',
]

it('a noun imports only those before it: let a page of app/web put the two together, ask a question (platform/server/questions.ts), or move the part to the noun that needs it', () => {
  expect(imports.length).toBeGreaterThan(1000)
  const upward = imports.filter(({ noun, other }) => !mayKnow(noun, other))
  expect(upward.map(({ from, to }) => `${from} -> ${to}`).sort()).toEqual(NOT_YET)
})

it('the README of a noun says which ones it rests on', () => {
  const wrong = NOUNS.flatMap((noun) => {
    const others = imports.filter((each) => each.noun === noun).map(({ other }) => other)
    const names = NOUNS.filter((other) => others.includes(other))
    const right = `Rests on: ${names.map((name) => name.split('/')[1]).join(', ') || 'no other noun'}.`
    const readme = readFileSync(join(FEATURES, noun, 'README.md'), 'utf8').replace(/,\n/g, ', ')
    return readme.includes(`\n${right}\n`) ? [] : [`features/${noun}/README.md: ${right}`]
  })
  expect(wrong).toEqual([])
})
