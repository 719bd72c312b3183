import pg from 'pg'

export type Config = string | pg.QueryConfig | pg.QueryArrayConfig
type Connection = pg.Client['connection']

/** What a result knows of its columns. */
interface Columns {
  fields: pg.FieldDef[]
  _parsers: unknown[]
  _prebuiltEmptyResultObject: object
}

/** The parts of the driver's query that its types leave out. */
interface DriversQuery {
  name?: string
  _rowMode?: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const DriversQuery = pg.Query as unknown as new (
  config: Config,
  values: unknown[] | undefined,
) => DriversQuery & pg.Submittable

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
  readonly #key = `${this._rowMode} ${this.name}`

  override prepare(connection: Connection): void {
    const told = toldOf(connection)
    const columns = told.columns.get(this.#key)
    if (columns) {
      Object.assign(this._result, columns)
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

/** Asks on one connection. */
export function askOn(
  client: pg.ClientBase,
  config: Config,
  values?: unknown[],
): Promise<pg.QueryResult> {
  if (typeof config === 'string' || !config.name) return client.query(config, values)
  const query = new NamedQuery(config, values)
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result)
    Reflect.apply(client.query, client, [query, answered])
  })
}
