import { FULL_SIZE, writeSite } from './site-export.ts'

// `npm run bench -- --write-site FOLDER`: the export of a made-up site of 25,000 accounts, for `npm run import-site`.
const folder = process.argv.slice(2).find((each) => !each.startsWith('--'))
if (!folder) throw new Error('Name a folder.')
await writeSite(folder, FULL_SIZE)
