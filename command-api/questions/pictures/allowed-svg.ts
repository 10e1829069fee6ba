/** What of SVG 2 only draws. Everything else is left out of images that people bring. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const elementNames = words(`
  svg g defs symbol use title desc style switch
  path rect circle ellipse line polyline polygon
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
`)

export const attributeNames = words(`
  id class style href transform viewBox preserveAspectRatio
  width height x y x1 y1 x2 y2 cx cy r rx ry d points pathLength dx dy rotate textLength lengthAdjust startOffset
  offset gradientUnits gradientTransform spreadMethod fx fy fr
  clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform
  markerUnits markerWidth markerHeight refX refY orient
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask
  marker-start marker-mid marker-end stop-color stop-opacity paint-order vector-effect shape-rendering
  text-rendering color-interpolation
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction
`)
