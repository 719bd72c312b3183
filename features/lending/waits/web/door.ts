export { WaitOffer } from './wait-offer.tsx'
export { WaitRow } from './wait-row.tsx'
export { WaitingHere } from './waiting-here.tsx'
export { WantedRow } from './wanted-row.tsx'
