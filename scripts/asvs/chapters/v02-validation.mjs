// @ts-check
import { met } from '../row.mjs'

export const validation = [
  met('2.1.1', 'Which fields there are and what they hold is written', [
    'docs/input.md',
    'app/server/app.test.ts > describes every call in OpenAPI 3.1',
  ]),
  met('2.1.2', 'Which fields have to agree is written', ['docs/input.md']),
  met('2.1.3', 'How much one may, and all together, is written', [
    'docs/input.md',
    'docs/authentication.md',
  ]),
  met('2.2.1', 'Everything that is sent is checked by a schema', [
    'platform/server/http/endpoints.ts',
    'e2e/malformed-requests.spec.ts > are refused with a stable code in every call of the OpenAPI document',
    'app/server/app.test.ts > answers %s with a stable code',
  ]),
  met('2.2.2', 'The server checks, whatever the forms have checked', [
    'platform/server/http/endpoints.ts',
    'app/server/app.test.ts > answers %s with a stable code',
  ]),
  met('2.2.3', 'Fields that have to agree are checked together', [
    'features/geocoding/server/offline.test.ts > knows in which country a position may lie',
    'features/loans/server/loans.test.ts > refuses days that have passed, lie in the wrong order or too far ahead',
    'features/orders/server/orders.test.ts > takes as much as the slider offers, and refuses a price of the client',
    'features/settings/server/settings.test.ts > have bounds, and grow with the age of an account',
  ]),
  met('2.3.1', 'Steps are done in their order and none is left out', [
    'features/loans/server/loans.test.ts > goes from the request to the return, and both sides see who did what when',
    'features/orders/server/orders.test.ts > never goes back, whoever writes to the database',
    'features/payments/server/payments.test.ts > refuses what waits for no payment',
  ]),
  met('2.3.2', 'Limits hold as they are written', [
    'features/settings/server/settings.effects.test.ts > limits hold at once, in every process',
    'features/household/server/household.test.ts > has limits: open invitations, mails to an address, invitations of an account',
    'features/parcels/server/parcels.test.ts > stops whoever guesses, by account and by network',
  ]),
  met('2.3.3', 'An act is done whole or not at all', [
    'features/audit/server/audit.test.ts > is written in the transaction of the act: what is not done is not noted',
    'platform/server/mail/mail.test.ts > sends nothing for what was rolled back',
    'e2e/killed-payments.spec.ts > a process that is killed while somebody pays charges nobody twice @servers',
  ]),
  met('2.3.4', 'What there is once goes to one', [
    'features/loans/server/loans.test.ts > of many yeses in the same instant one wins',
    'features/loans/server/loans.test.ts > is refused by the database itself',
    'features/household/server/household.test.ts > fills a household to eight, however many come at once',
    'features/payments/server/payments.test.ts > is charged once when twenty pages pay at the same time',
  ]),
  met('2.4.1', 'Programs that ask or write without end are stopped', [
    'platform/server/http/watching/call-counts.test.ts > counts each visitor for a minute, which ends whatever happens to the date',
    'platform/server/identity/captcha/captcha.test.ts > is necessary',
    'features/requests/server/allowance.rules.test.ts',
    'platform/server/http/watching/load.test.ts > leave places for the others when one route is flooded',
  ]),
]
