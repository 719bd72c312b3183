import { z } from 'zod'
import { mayHoldSecret } from '#platform/server/masking.ts'
import { SETTING_TOPICS } from '#platform/server/settings.ts'

/** What the schema of a setting and its `meta` contain as JSON schema; see platform/server/settings.ts. */
const describedSchema = z.object({
  description: z.string(),
  example: z.string(),
  unset: z.string().optional(),
  since: z.string().optional(),
  default: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})

type Described = z.infer<typeof describedSchema> & { name: string }

const topics = SETTING_TOPICS.map(({ title, settings }) => ({
  title,
  settings: Object.entries(settings).map(([name, schema]): Described => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return { name, ...describedSchema.parse(described) }
  }),
}))

/** `unset` wins: some defaults only make sense in code, such as an empty text. */
function defaultLine({ unset, default: initial }: Described): string {
  return unset === undefined ? `- Default: \`${initial}\`` : `- Without it: ${unset}`
}

function valuesOf({ enum: values, minimum, maximum }: Described): string | undefined {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  return minimum === undefined ? undefined : `${minimum} to ${maximum?.toLocaleString('en')}`
}

function settingSection(setting: Described): string {
  const { name, description, example, since } = setting
  const values = valuesOf(setting)
  const lines = [
    defaultLine(setting),
    ...(values ? [`- Values: ${values}`] : []),
    `- Example: \`${name}=${example}\``,
    ...(mayHoldSecret(name) ? [`- From a file: \`${name}_FILE\``] : []),
    ...(since ? [`- Since: ${since}`] : []),
  ]
  return `### ${name}\n\n${description}\n\n${lines.join('\n')}\n`
}

const INTRODUCTION = `# Settings

Settings are environment variables, or lines of a file \`.env\` in the folder in which the server is started
(\`DOTENV_PATH\` names another file). Outside production all are optional; in production \`PUBLIC_URL\` is required. A value that
cannot be used stops the start with a sentence that says why, and \`npm run check-config\` tries all of them. The server and the
[commands](commands.md) read the same settings.

A setting that may hold a secret can come from a file instead, as containers and systemd hand secrets over: add \`_FILE\` to its
name, as in \`SMTP_URL_FILE=/run/secrets/smtp_url\` ([secrets in files](operation.md#secrets-in-files-of-their-own)).

A setting without "since" has been there since the first version, 1.0.0.

PostgreSQL's driver reads its own variables (\`PGPASSWORD\`, \`PGSSLMODE\` and so on) where \`DATABASE_URL\` says nothing, and Node
reads \`NODE_EXTRA_CA_CERTS\` for certificates of your own. Those of [containers](docker.md) (\`DOMAIN\`, \`POSTGRES_PASSWORD\`)
stand there.

<!-- Generated from platform/server/settings.ts by npm run settings-docs. -->
`

/** docs/settings.md */
export function settingsPage(): string {
  const overview = topics.map(({ title, settings }) => {
    const links = settings.map(({ name }) => `[${name}](#${name.toLowerCase()})`)
    return `- **${title}**: ${links.join(', ')}`
  })
  const sections = topics.map(
    ({ title, settings }) => `## ${title}\n\n${settings.map(settingSection).join('\n')}`,
  )
  return [INTRODUCTION, `${overview.join('\n')}\n`, ...sections].join('\n')
}

/** Markdown as a comment: links become paths from the project's folder, lines have at most 120 characters. */
function commentOf(markdown: string): string {
  const plain = markdown
    .replace(/\[([^\]]*)\]\(#[^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, '$1: docs/$2')
  const lines = ['#']
  for (const word of plain.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < 119) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}

const EXAMPLE_INTRODUCTION = `# Copy this file to .env and uncomment what you need: docs/settings.md has all about each setting.
# npm run check-config tries them (of a release: node dist/server/check-config.js), --mail you@example.org with a test mail.
# Generated from platform/server/settings.ts by npm run settings-docs.
`

/** .env.example */
export function exampleSettings(): string {
  const sections = topics.map(({ title, settings }) => {
    const lines = settings.map(
      ({ name, description, example }) => `${commentOf(description)}\n#${name}=${example}\n`,
    )
    return `# ---- ${title} ----\n\n${lines.join('')}`
  })
  return [EXAMPLE_INTRODUCTION, ...sections].join('\n')
}
