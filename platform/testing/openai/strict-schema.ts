/** JSON Schema keywords that structured outputs accept in strict mode. */
const supported = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', 'description', 'title'],
  ...[
    'pattern',
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    '$ref',
    '$defs',
  ],
])

/** What the service would refuse, as `path: why`. */
export function unsupportedIn(schema: unknown, path = '$'): string[] {
  if (Array.isArray(schema)) return schema.flatMap((inner, index) => unsupportedIn(inner, `${path}[${index}]`))
  if (typeof schema !== 'object' || schema === null) return []
  const faults = Object.keys(schema)
    .filter((keyword) => !supported.has(keyword))
    .map((keyword) => `${path}: '${keyword}' is not permitted`)
  const { type, properties, required, additionalProperties, items, anyOf } = schema as Record<string, unknown>
  if (type === 'object') {
    const names = Object.keys((properties ?? {}) as object)
    if (additionalProperties !== false) faults.push(`${path}: 'additionalProperties' must be false`)
    if (names.some((name) => !(required as string[] | undefined)?.includes(name))) faults.push(`${path}: every property must be required`)
    for (const [name, inner] of Object.entries((properties ?? {}) as object)) faults.push(...unsupportedIn(inner, `${path}.${name}`))
  }
  return [...faults, ...unsupportedIn(items, `${path}[]`), ...unsupportedIn(anyOf, `${path}|`)]
}
