import './start/zod-settings.ts'
import { redeemableToken } from './start/login-link.ts'
import './start/theme-styles.ts'

/** Lets the browser react to whoever is already touching the page. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

// The big parts run one after another, each in a task of its own: all at once they would hold a
// slow phone for a third of a second. The page asks for all of them from the beginning.
await import('react-dom/client')
await pause()
const { start } = await import('./app/start.tsx')
await start(redeemableToken())
