import pg from 'pg'
import { READ_BY_ORM } from './pglite.ts'

/** A statement whose rows are wanted as lists of values, in the order of its columns. */
export interface RowStatement extends pg.QueryArrayConfig {
  /** Under which it is kept; empty: not at all; undefined: once it has come again. */
  name: string | undefined
}

/** The ORM reads some types itself. */
const TYPES_OF_ORM = {
  getTypeParser: (typeId: number) => READ_BY_ORM[typeId] ?? pg.types.getTypeParser(typeId),
} as pg.CustomTypesConfig

export const rowStatement = (text: string, name: string | undefined): RowStatement => ({
  text,
  name,
  rowMode: 'array',
  types: TYPES_OF_ORM,
})

export type Config = string | pg.QueryConfig | pg.QueryArrayConfig | RowStatement
type Named = Exclude<Config, string>
type Connection = pg.Client['connection']

/** What a result knows of its columns. */
interface Columns {
  fields: pg.FieldDef[]
  _parsers: unknown[]
  /** Where rows are wanted as objects. */
  _prebuiltEmptyResultObject: object | null
}

type Parser = (text: string) => unknown
interface Types {
  getTypeParser(typeId: number, format: 'text'): Parser
}

interface Result extends Columns {
  rows: unknown[]
  parseRow(values: (string | null)[]): unknown
  /** Those of the query, else those of the connection. */
  _types: Types
}

/** The parts of the driver's query that its types leave out. */
interface DriversQuery {
  name?: string | undefined
  types?: unknown
  _rowMode?: string | undefined
  _result: Result
  _results: Result
  _accumulateRows: boolean
  prepare(connection: Connection): void
  submit(connection: Connection): Error | null
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  /** Why a value could not be read: further rows are left. */
  _canceledDueToError: unknown
  handleDataRow(message: { fields: (string | null)[] }): void
  /** Several statements in one text have an answer each. */
  _checkForMultirow(): void
}
const DriversQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
) => DriversQuery
const { Result } = pg as unknown as {
  Result: new (rowMode: string | undefined, types: unknown) => Result
}

/** What one connection has told, and what is about to be sent on it. */
class Line {
  /** Of the rows of its statements, by their names. */
  readonly columns = new Map<string, Columns>()
  /** The same connection, but what is sent waits until all of it can be sent as one. */
  readonly gathering: Connection
  /** As that; what it is asked to describe is not sent. */
  readonly silent: Connection
  readonly #stream: Connection['stream']
  #messages: Buffer[] = []

  constructor(connection: Connection) {
    this.#stream = connection.stream
    const stream = { writable: true, write: (message: Buffer) => this.#messages.push(message) }
    this.gathering = Object.create(connection, { stream: { value: stream } })
    this.silent = Object.create(this.gathering, { describe: { value: () => undefined } })
  }

  /** Five messages for each statement, which one by one take the system longer than together. */
  sendTogether<T>(sending: () => T): T {
    this.#messages = []
    const result = sending()
    const isSending = this.#messages.length > 0 && this.#stream.writable
    if (isSending) this.#stream.write(Buffer.concat(this.#messages))
    return result
  }
}

const lines = new WeakMap<Connection, Line>()

/** Of a connection, or of the gathering one of its line. */
function lineOf(connection: Connection): Line {
  let line = lines.get(connection)
  if (!line) {
    line = new Line(connection)
    lines.set(connection, line)
    lines.set(line.gathering, line)
  }
  return line
}

/** By the types of a query or a connection, which are the same for each run. */
const parsersBy = new WeakMap<Types, Map<number, Parser>>()

/** How values of a type are read. The types of the ORM go through all that they know each time they are asked. */
function parserOf(types: Types, typeId: number): Parser {
  let parsers = parsersBy.get(types)
  if (!parsers) {
    parsers = new Map()
    parsersBy.set(types, parsers)
  }
  let parser = parsers.get(typeId)
  if (!parser) {
    parser = types.getTypeParser(typeId, 'text')
    parsers.set(typeId, parser)
  }
  return parser
}

/** A query of the driver, without what takes it longer than all the rest. */
class LightQuery extends DriversQuery {
  constructor(config: Named, values: unknown[] | undefined) {
    // Of settings the driver makes a copy property by property.
    super(config.text, values ?? config.values)
    this.name = config.name
    this.types = config.types
    this._rowMode = 'rowMode' in config ? config.rowMode : undefined
    this._result = new Result(this._rowMode, this.types)
    this._results = this._result
  }

  override submit(connection: Connection): Error | null {
    const line = lineOf(connection)
    return line.sendTogether(() => super.submit(line.gathering))
  }

  /** Of columns the driver makes an object with all of their names, which lists do not need. */
  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    if (this._rowMode !== 'array') {
      super.handleRowDescription(message)
      return
    }
    this._checkForMultirow()
    const { _types } = this._result
    this._result.fields = message.fields
    this._result._parsers = message.fields.map(({ dataTypeID }) => parserOf(_types, dataTypeID))
    this._accumulateRows = true
  }

  /** The driver tells each row to listeners as well, of which there are none. */
  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this._canceledDueToError) return
    try {
      this._result.rows.push(this._result.parseRow(message.fields))
    } catch (error) {
      this._canceledDueToError = error
    }
  }
}

/**
 * A statement that is kept under a name. The driver has its columns told anew for each run, which takes it as long as reading
 * some rows. Here a connection tells them once: PostgreSQL does not run a kept statement any more once its columns have changed.
 */
class NamedQuery extends LightQuery {
  /** Where its columns are to be noted. */
  #untold: Line | null = null
  /** Rows of the same statement can be wanted as objects and as lists. */
  readonly #key: string

  constructor(config: Named, values: unknown[] | undefined) {
    super(config, values)
    this.#key = `${this._rowMode} ${this.name}`
  }

  override prepare(connection: Connection): void {
    const line = lineOf(connection)
    const columns = line.columns.get(this.#key)
    if (columns) {
      this._result.fields = columns.fields
      this._result._parsers = columns._parsers
      this._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject
      this._accumulateRows = true
      super.prepare(line.silent)
    } else {
      this.#untold = line
      super.prepare(connection)
    }
  }

  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#untold?.columns.set(this.#key, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

type Answered = (error: Error | null, result: pg.QueryResult) => void

function asked(config: Config, values: unknown[] | undefined): unknown[] {
  if (typeof config === 'string') return [config, values]
  return [config.name ? new NamedQuery(config, values) : new LightQuery(config, values)]
}

/** Asks on one connection; a statement that has a name is kept there. */
export function askOn(
  client: pg.ClientBase,
  config: Config,
  values: unknown[] | undefined,
  answered: Answered,
): void {
  Reflect.apply(client.query, client, [...asked(config, values), answered])
}
