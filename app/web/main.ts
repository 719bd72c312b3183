import '#platform/web/start/zod-settings.ts'
import { redeemableToken } from '#platform/web/start/login-link.ts'
import './first-screen.ts'
import '#platform/web/start/theme-styles.ts'
import { start } from './start.tsx'

await start(redeemableToken())
