import backOffice from 'virtual:texts/back-office'
import { addFurtherTexts } from './texts.ts'

/** The back office imports this before any of its screens. */
addFurtherTexts(backOffice)
