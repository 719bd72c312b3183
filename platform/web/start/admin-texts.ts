import { adminTexts } from '../locales/admin.ts'
import { addFurtherTexts } from './texts.ts'

/** Imported by the back office before any screen of it. */
addFurtherTexts(adminTexts)
