export { neighbourhoodMail } from './neighbourhood-mail.ts'
