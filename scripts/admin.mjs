// @ts-check
// `npm run admin -- list | grant | revoke`: who administers the community.
import { runServerCommand } from './project.mjs'

await runServerCommand('admin')
