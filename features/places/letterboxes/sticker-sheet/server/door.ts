export { stickerSheet } from './sticker-sheet.ts'
