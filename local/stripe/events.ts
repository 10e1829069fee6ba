import { type Calls, retrieving } from './calls.ts'
import { listing } from './lists.ts'

export const eventCalls: Calls = {
  'GET /v1/events': listing('event', '/v1/events', { type: {}, types: { path: 'type' } }),
  'GET /v1/events/:id': retrieving('event'),
}
