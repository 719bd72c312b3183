// @ts-check
// The order of the nouns. A noun may import those before it and no others: scripts/noun-order.test.ts.

/** @type {Record<string, string[]>} areas, and the nouns in each: `features/<area>/<noun>/` */
const AREAS = {
  people: ['accounts', 'audit', 'roles', 'sign-in', 'decisions', 'newcomers', 'notifications'],
  places: ['geocoding', 'items', 'letterboxes', 'map'],
  lending: ['conversations', 'household', 'loans', 'waits', 'wishes', 'blocks', 'upkeep', 'inbox'],
  shop: ['orders', 'payments', 'memberships', 'parcels'],
  community: [
    'legal',
    'members',
    'moderation',
    'imports',
    'announcements',
    'moving',
    'operations',
    'pages',
    'neighbourhood-mail',
    'settings',
    'statistics',
    'joining',
    'profile',
  ],
}

/** All nouns as `area/noun`, lowest first. */
export const NOUNS = Object.entries(AREAS).flatMap(([area, nouns]) =>
  nouns.map((noun) => `${area}/${noun}`),
)

/**
 * The noun of a file, such as `places/items`.
 * @param {string} path below the root
 */
export const nounOf = (path) => /^features\/([^/]+\/[^/]+)\//.exec(path)?.[1]

/**
 * True if the first noun may import the other one.
 * @param {string} noun
 * @param {string} other
 */
export const mayKnow = (noun, other) => NOUNS.indexOf(other) <= NOUNS.indexOf(noun)
