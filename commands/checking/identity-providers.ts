import { pino } from 'pino'
import { IdentityProvider } from '#features/people/sign-in/identity-providers/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Checks that each identity provider answers and uses the issuer name of the settings. */
export async function checkIdentityProviders({
  identityProviders,
  publicUrl,
}: Pick<Config, 'identityProviders' | 'publicUrl'>): Promise<Finding[]> {
  const logger = pino({ level: 'silent' })
  return Promise.all(
    identityProviders.map(async (config) => {
      const provider = new IdentityProvider(config, { publicUrl, logger })
      const reason = await provider.whatIsWrong()
      const setting = `OIDC_${config.key.toUpperCase()}_ISSUER`
      return reason === null
        ? ok(`${config.issuer} answers; its redirect address must be ${provider.redirectUri}`)
        : wrong(`${setting}: no one can log in with ${config.issuer} (${reason})`)
    }),
  )
}
