import { foldName } from '#platform/shared/input/folded-name.ts'
import type { ImportColumn } from '../contract.admin.ts'
import { COLUMNS, type Column, REJECTS_COLUMNS } from '../import-columns.ts'
import type { ImportProblem } from '../import-problems.ts'
import { CsvFileError } from './csv-file-error.ts'
import { problem } from './import-words.ts'

const REQUIRED: Column[] = ['address', 'postcode', 'city']

/** Other column names in four languages. Case, accents and punctuation are ignored. */
const ALIASES: Record<Column, string> = {
  address:
    'address, street, street address, street and number, adresse, strasse, strasse nr, strasse hausnummer, strasse und nr, strasse und hausnummer, anschrift, rue, rue et numero, adresse postale, indirizzo, via, via e numero',
  house_number:
    'house number, house no, street number, hausnummer, haus nr, hausnr, strassennummer, strassen nr, numero de rue, numero de maison, no de rue, no rue, no de maison, n rue, numero civico, n civico, no civico, nr civico, civico',
  address_addition:
    'address addition, addition, zusatz, adresszusatz, complement, complement adresse, complement d adresse, complemento, complemento indirizzo, aggiunta',
  postcode:
    'postcode, postal code, zip, zip code, plz, postleitzahl, npa, code postal, cp, cap, codice postale, numero postale',
  city: 'city, town, place, ort, ortschaft, wohnort, stadt, gemeinde, ville, localite, commune, lieu, domicile, citta, localita, comune, luogo, paese di residenza',
  country: 'country, country code, land, pays, paese, nazione, stato',
  latitude: 'latitude, lat, breite, breitengrad, latitudine',
  longitude: 'longitude, long, lng, lon, laenge, laengengrad, longitudine',
  items:
    'items, item, things, stickers, sticker, gegenstaende, gegenstand, dinge, kleber, aufkleber, objets, objet, choses, autocollants, oggetti, oggetto, cose, adesivi',
  firstname: 'firstname, first name, given name, vorname, prenom, nome',
  lastname:
    'lastname, last name, surname, family name, name, nachname, familienname, nom, nom de famille, cognome',
  email:
    'email, e mail, mail, email address, e mail adresse, mailadresse, courriel, adresse e mail, adresse mail, adresse electronique, courrier electronique, indirizzo e mail, indirizzo email, posta elettronica',
  language: 'language, lang, sprache, korrespondenzsprache, langue, lingua',
  show_on_map:
    'show on map, show on the map, on map, on the map, visible, visibility, public, map, auf der karte, auf karte, auf der karte zeigen, karte, sichtbar, sichtbarkeit, oeffentlich, sur la carte, carte, visibilite, publique, afficher sur la carte, sulla mappa, mappa, visibile, visibilita, pubblico',
  hide_from_map:
    'hide from map, hidden, not on map, not on the map, private, nicht auf der karte, nicht auf karte, nicht zeigen, versteckt, verborgen, unsichtbar, privat, pas sur la carte, cache, masque, invisible, prive, non sulla mappa, nascosto, invisibile, privato',
  show_name:
    'show name, name visible, name public, display name, name zeigen, name anzeigen, name sichtbar, name oeffentlich, namen zeigen, afficher le nom, afficher nom, nom visible, nom public, montrer le nom, mostra nome, mostrare il nome, mostra il nome, nome visibile',
  messaging: 'messaging, enable messaging, messages, nachrichten, messagerie, messaggi',
}

const squeeze = (header: string) => foldName(header).replaceAll(' ', '')
const COLUMN_OF = new Map(
  COLUMNS.flatMap((column) => ALIASES[column].split(', ').map((alias) => [squeeze(alias), column])),
)

/** A house number if the column follows the street; elsewhere it may be the number of a member. */
const NUMBERS = new Set(['nr', 'no', 'n', 'num', 'number', 'nummer', 'numero'])

const IGNORED = new Set(Object.values(REJECTS_COLUMNS).map(squeeze))

const MOST_NOTICES = 20
/** Columns that can be mapped by hand, and the rows searched for their samples. */
export const MOST_COLUMNS = 60
const SAMPLE_ROWS = 20
const SAMPLE_LENGTH = 60

/** Keyed by the position of a column in the file: what it holds, or null to skip it. */
export type ChosenColumns = Readonly<Record<string, Column | null>>

/** Columns of a header line, recognised by their names alone. */
function columnsByName(header: readonly string[]): (Column | null)[] {
  const columns: (Column | null)[] = []
  for (const cell of header) {
    const name = squeeze(cell)
    const followsStreet = columns.at(-1) === 'address'
    const column = COLUMN_OF.get(name) ?? null
    columns.push(followsStreet && NUMBERS.has(name) ? 'house_number' : column)
  }
  return columns
}

/** How many different columns a line names. */
export const countNamed = (header: readonly string[]): number =>
  new Set(columnsByName(header).filter((column) => column !== null)).size

/** The first cells of a column, so that the administrator can recognise it. */
function sampleOf(records: readonly string[][], index: number): string {
  const first = records.slice(0, SAMPLE_ROWS).find((record) => record[index]?.trim())
  return first?.[index]?.trim().slice(0, SAMPLE_LENGTH) ?? ''
}

/**
 * What each column of the file holds. Throws {@link CsvFileError} if a required one is missing or a column comes
 * twice.
 * @param records the first rows of the file
 * @param notices collects the unknown names
 */
export function readHeader(
  header: string[],
  records: readonly string[][],
  chosen: ChosenColumns,
  notices: ImportProblem[],
): ImportColumn[] {
  const byName = columnsByName(header)
  const all = header.map((name, index): ImportColumn => {
    const choice = chosen[index]
    return {
      index,
      name: name.slice(0, 80),
      sample: sampleOf(records, index),
      column: choice === undefined ? (byName[index] ?? null) : choice,
    }
  })
  const shown = all.slice(0, MOST_COLUMNS)
  const columns = all.map(({ column }) => column)
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const found = header.join(' | ').slice(0, 300)
    throw new CsvFileError(
      problem('columns_missing', { columns: missing.join(', '), found: found || '–' }),
      shown,
    )
  }
  for (const { index, name, column } of all) {
    if (column === null) {
      const isKnown = chosen[index] !== undefined || IGNORED.has(squeeze(name))
      if (name && !isKnown && notices.length < MOST_NOTICES) {
        notices.push(problem('column_unknown', { name }))
      }
    } else if (columns.indexOf(column) !== index) {
      throw new CsvFileError(problem('column_twice', { column, name }), shown)
    }
  }
  return all
}
