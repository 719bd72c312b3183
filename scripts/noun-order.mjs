// @ts-check
// The product in its order. A noun may know of those that stand before it, and of no other: scripts/noun-order.test.ts.

/** @type {Record<string, string[]>} areas, and the nouns in each: `features/<area>/<noun>/` */
const AREAS = {
  people: ['accounts', 'audit', 'roles', 'sign-in', 'decisions', 'newcomers', 'notifications'],
  places: ['geocoding', 'items', 'letterboxes', 'map'],
  lending: ['conversations', 'household', 'loans', 'wishes', 'blocks', 'upkeep', 'inbox'],
  shop: ['orders', 'payments', 'memberships', 'parcels'],
  community: [
    'legal',
    'members',
    'moderation',
    'imports',
    'announcements',
    'operations',
    'pages',
    'neighbourhood-mail',
    'settings',
    'statistics',
    'joining',
    'profile',
  ],
}

/** All nouns, each as `area/noun`, those below first. */
export const NOUNS = Object.entries(AREAS).flatMap(([area, nouns]) =>
  nouns.map((noun) => `${area}/${noun}`),
)

/**
 * `places/items` for a file of that noun.
 * @param {string} path below the root
 */
export const nounOf = (path) => /^features\/([^/]+\/[^/]+)\//.exec(path)?.[1]

/**
 * Whether a noun stands before another one, or is the same.
 * @param {string} noun
 * @param {string} other
 */
export const mayKnow = (noun, other) => NOUNS.indexOf(other) <= NOUNS.indexOf(noun)
