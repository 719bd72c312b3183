import pg from 'pg'

export type Config = string | pg.QueryConfig | pg.QueryArrayConfig
type Named = Exclude<Config, string>
type Connection = pg.Client['connection']

/** What a result knows of its columns. */
interface Columns {
  fields: pg.FieldDef[]
  _parsers: unknown[]
  _prebuiltEmptyResultObject: object
}

type Result = Columns & { rows: unknown[] }

/** The parts of the driver's query that its types leave out. */
interface DriversQuery {
  name?: string | undefined
  types?: unknown
  _rowMode?: string | undefined
  _result: Result
  _results: Result
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const DriversQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
) => DriversQuery & pg.Submittable
const { Result } = pg as unknown as {
  Result: new (rowMode: string | undefined, types: unknown) => Result
}

/** What one connection has told. */
interface Told {
  /** Of the rows of its statements, by their names. */
  columns: Map<string, Columns>
  /** The same connection; what it is asked to describe is not sent. */
  silent: Connection
}

const toldBy = new WeakMap<Connection, Told>()

function toldOf(connection: Connection): Told {
  let told = toldBy.get(connection)
  if (!told) {
    const silent: Connection = Object.create(connection, { describe: { value: () => undefined } })
    told = { columns: new Map(), silent }
    toldBy.set(connection, told)
  }
  return told
}

/**
 * A statement that is kept under a name. The driver has its columns told anew for each run, which takes it as long as reading
 * some rows. Here a connection tells them once: PostgreSQL does not run a kept statement any more once its columns have changed.
 */
class NamedQuery extends DriversQuery {
  #told: Told | null = null
  /** Rows of the same statement can be wanted as objects and as lists. */
  readonly #key: string

  constructor(config: Named, values: unknown[] | undefined) {
    // Of settings the driver makes a copy property by property, which takes longer than all the rest of it.
    super(config.text, values ?? config.values)
    this.name = config.name
    this.types = config.types
    this._rowMode = 'rowMode' in config ? config.rowMode : undefined
    this._result = new Result(this._rowMode, this.types)
    this._results = this._result
    this.#key = `${this._rowMode} ${this.name}`
  }

  override prepare(connection: Connection): void {
    const told = toldOf(connection)
    const columns = told.columns.get(this.#key)
    if (columns) {
      this._result.fields = columns.fields
      this._result._parsers = columns._parsers
      this._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject
      this._accumulateRows = true
      super.prepare(told.silent)
    } else {
      this.#told = told
      super.prepare(connection)
    }
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#told?.columns.set(this.#key, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

type Answered = (error: Error | null, result: pg.QueryResult) => void

/** Asks on one connection; a statement that has a name is kept there. */
export function askOn(
  client: pg.ClientBase,
  config: Config,
  values: unknown[] | undefined,
  answered: Answered,
): void {
  const isNamed = typeof config !== 'string' && config.name
  const asked = isNamed ? [new NamedQuery(config, values)] : [config, values]
  Reflect.apply(client.query, client, [...asked, answered])
}
