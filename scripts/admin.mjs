// @ts-check
// `npm run admin -- list | grant | revoke | link`: who administers the community.
import { runServerCommand } from './project.mjs'

await runServerCommand('admin')
