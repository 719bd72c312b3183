// @ts-check
// `npm run admin -- list | grant | revoke | link`: manages the community's administrators.
import { runServerCommand } from './project.mjs'

await runServerCommand('admin')
