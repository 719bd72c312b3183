export { codeLink, useOwnCode } from './codes.ts'
export { useQrCode } from './qr-code.ts'
