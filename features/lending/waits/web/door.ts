export { OwnWaits } from './own-waits.tsx'
export { WaitOffer } from './wait-offer.tsx'
export { WaitingHere } from './waiting-here.tsx'
