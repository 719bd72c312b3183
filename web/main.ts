import './start/zod-settings.ts'
import { redeemableToken } from './start/login-link.ts'
import './start/theme-styles.ts'
import { start } from './app/start.tsx'

await start(redeemableToken())
