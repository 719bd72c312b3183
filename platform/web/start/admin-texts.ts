import backOffice from 'virtual:texts/back-office'
import { addFurtherTexts } from './texts.ts'

/** Imported by the back office before any screen of it. */
addFurtherTexts(backOffice)
