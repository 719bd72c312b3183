export { presentPrivacy, presentPublicPrivacy, settlePrivacy } from './privacy.rules.ts'
export { privacy } from './privacy.ts'
