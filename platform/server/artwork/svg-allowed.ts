/** Elements that draw. Text, styles, scripts, animations, filters, images and foreign objects are removed. */
export const DRAWING_ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
])

const GEOMETRY =
  'd points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height viewBox preserveAspectRatio transform pathLength'
const PAINT =
  'color fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity display visibility paint-order'
const GRADIENT =
  'offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits'

const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(`${GEOMETRY} ${PAINT} ${GRADIENT}`.split(' '))

/** Numbers, colours and words: nothing that could refer to another file or hide a reference behind an escape. */
const PLAIN_VALUE = /^[-\w\s.,#%()+]*$/
const LOCAL_REFERENCE = /^url\(\s*(['"]?)#([\w.:-]{1,80})\1\s*\)$/
const LOCAL_LINK = /^#([\w.:-]{1,80})$/
const ID = /^[\w.:-]{1,80}$/

/** The attribute as it may stay, or null. Ids get a prefix so that they cannot collide with ids of the page. */
export function allowedAttribute(
  name: string,
  value: string,
): { name: string; value: string; reference?: string } | null {
  if (name === 'id') return ID.test(value) ? { name, value: markId(value) } : null
  if (name === 'href' || name === 'xlink:href') {
    const reference = LOCAL_LINK.exec(value.trim())?.[1]
    return reference === undefined
      ? null
      : { name: 'href', value: `#${markId(reference)}`, reference: markId(reference) }
  }
  if (!PLAIN_ATTRIBUTES.has(name)) return null
  const reference = LOCAL_REFERENCE.exec(value.trim())?.[2]
  if (reference !== undefined)
    return { name, value: `url(#${markId(reference)})`, reference: markId(reference) }
  return PLAIN_VALUE.test(value) && !/url|image|expression/i.test(value) ? { name, value } : null
}

const markId = (id: string) => `p-${id.replace(/[.:]/g, '-')}`
