import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const run = read('.ci/run')

/** The lines of a job, without comments. */
function jobOf(file: string, name: string): string {
  const lines = file.split('\n')
  const indent = /^( *)\S/.exec(lines.find((line) => line.trim() === `${name}:`) ?? '')?.[1] ?? ''
  const begin = lines.indexOf(`${indent}${name}:`)
  const length = lines
    .slice(begin + 1)
    .findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `))
  const job = length < 0 ? lines.slice(begin) : lines.slice(begin, begin + 1 + length)
  return job.filter((line) => !/^\s*#/.test(line)).join('\n')
}

const GITHUB = read('.github/workflows/ci.yml')
const GITLAB = read('.gitlab-ci.yml')
const forges = {
  '.github/workflows/ci.yml': {
    file: GITHUB,
    commands: (job: string) => [...job.matchAll(/^ +(?:- )?run: (.+)$/gm)].map(([, text]) => text),
    /** How a job reaches the database service. */
    database: { host: '127.0.0.1', service: /ports: \['5432:5432'\]/ },
    tag: /tags: \['v\*'\]/,
    ofTag: /if: startsWith\(github\.ref, 'refs\/tags\/v'\)/,
    afterTests: /needs: \[tests, image\]/,
    image: /needs: \[tests\]/,
    processors: [
      'processor: amd64, runner: ubuntu-24.04 ',
      'processor: arm64, runner: ubuntu-24.04-arm ',
    ],
    joins: 'release',
    wholeHistory: /fetch-depth: 0/,
  },
  '.gitlab-ci.yml': {
    file: GITLAB,
    commands: (job: string) =>
      [...(job.split('script:\n')[1] ?? '').matchAll(/^ {4}- (.+)$/gm)].map(([, text]) => text),
    database: { host: 'postgres', service: /alias: postgres/ },
    tag: /\$CI_COMMIT_TAG =~ \/\^v\//,
    ofTag: /\$CI_COMMIT_TAG =~ \/\^v\//,
    afterTests: /stage: deploy/,
    image: /extends: \.docker/,
    processors: ['PROCESSOR: [amd64, arm64]', 'saas-linux-small-$PROCESSOR'],
    joins: 'compose',
    wholeHistory: /GIT_DEPTH: '0'/,
  },
}

/** A fake docker: records its arguments and prints what buildx would. */
const DOCKER = `#!/bin/sh
echo "$@" >> "$CALLS"
while [ $# -gt 0 ]; do
  case $1 in
    --metadata-file) printf '{\\n  "containerimage.digest": "sha256:a1"\\n}\\n' > "$2" ;;
    inspect) echo sha256:b2 ;;
  esac
  shift
done
`

describe('.ci/image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-image-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 })
  for (const file of ['compose.yaml', '.env.example'])
    copyFileSync(join(ROOT, file), join(folder, file))
  const calls = join(folder, 'calls')
  const image = (...args: string[]) =>
    execFileSync('sh', [join(ROOT, '.ci/image'), ...args], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}`, CALLS: calls },
      encoding: 'utf8',
    })

  it('pushes by digest, joins digests under a tag, and prints each digest', () => {
    expect(image('push', 'forge/letterlend')).toBe('sha256:a1\n')
    expect(image('join', 'forge/letterlend', '0.1.0', 'sha256:a1', 'sha256:a2')).toBe('sha256:b2\n')
    const [push, join] = readFileSync(calls, 'utf8').split('\n')
    expect(push).toContain('name=forge/letterlend,push-by-digest=true')
    expect(join).toBe(
      'buildx imagetools create --tag forge/letterlend:0.1.0 forge/letterlend@sha256:a1 forge/letterlend@sha256:a2',
    )
  })

  it('attaches the settings and a compose.yaml with exactly this image', () => {
    image('attach', 'forge/team/letterlend:0.1.0@sha256:b2')
    const attached = readFileSync(join(folder, 'release/compose.yaml'), 'utf8')
    const named = 'image: forge/team/letterlend:0.1.0@sha256:b2'
    expect(attached).toBe(read('compose.yaml').replace(/image: .*\/letterlend:.*/, named))
    expect(attached).toContain(named)
    expect(readFileSync(join(folder, 'release/example.env'), 'utf8')).toBe(read('.env.example'))
  })
})

describe.each(Object.entries(forges))('%s', (_, forge) => {
  const tests = jobOf(forge.file, 'tests')
  const release = jobOf(forge.file, 'release')

  it('runs .ci/run for each change, and nothing else', () => {
    expect(forge.commands(tests)).toEqual(['bash .ci/run'])
  })

  it('starts the test database in the version of compose.yaml', () => {
    const { host, service } = forge.database
    expect(tests).toContain(`TEST_DATABASE_URL: postgres://postgres@${host}:5432/postgres`)
    expect(tests).toMatch(service)
    const [, version] = /image: postgres:(\d+)/.exec(read('compose.yaml')) ?? []
    expect(tests).toMatch(new RegExp(`(image|name): postgres:${version}\\b`))
  })

  it('pushes the image for amd64 and arm64 for a tag, after the tests, and attaches compose.yaml', () => {
    const image = jobOf(forge.file, 'image')
    expect(image).toMatch(forge.image)
    for (const processor of forge.processors) expect(image).toContain(processor)
    expect(image).toContain('sh .ci/image push')
    const joins = jobOf(forge.file, forge.joins)
    expect(joins).toMatch(/sh \.ci\/image join[\s\S]*sh \.ci\/image attach/)
    expect(joins).toMatch(/release\/compose\.yaml,? release\/example\.env/)
  })

  it('makes a release only for a tag, after the tests, with the whole history', () => {
    expect(forge.file).toMatch(forge.tag)
    expect(release).toMatch(forge.ofTag)
    expect(release).toMatch(forge.afterTests)
    expect(forge.commands(release)[0]).toBe('npm run release -- --deb')
    for (const files of ['*.tar.gz', '*.deb', '*.json', 'SHA256SUMS'].map(
      (name) => `release/${name}`,
    ))
      expect(release).toContain(files)
    expect(forge.file).toMatch(forge.wholeHistory)
  })
})

it('both forges run the Node of .nvmrc', () => {
  const node = read('.nvmrc').trim()
  expect(GITHUB.match(/node-version-file: \.nvmrc/g)).toHaveLength(2)
  expect(GITLAB).toMatch(new RegExp(`^ {2}image: node:${node}-`, 'm'))
})

it('third-party actions are pinned to reviewed commits', () => {
  const actions = [...GITHUB.matchAll(/uses: (.+)$/gm)].map(([, text]) => text)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

it('.ci/run starts only existing scripts', () => {
  const scripts = [...run.matchAll(/node (scripts\/[\w-]+\.mjs)/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
