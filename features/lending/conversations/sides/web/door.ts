export { placeOf, usePartyName } from './party-name.ts'
