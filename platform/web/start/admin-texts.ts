import backOffice from 'virtual:texts/back-office'
import { addFurtherTexts } from './texts.ts'

/** The back office imports this before its screens. */
addFurtherTexts(backOffice)
