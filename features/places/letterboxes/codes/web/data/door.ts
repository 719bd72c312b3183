export { codeLink, useOwnCode, useScan } from './codes.ts'
export { useQrCode } from './qr-code.ts'
