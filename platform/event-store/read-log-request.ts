import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Position } from '@medicready/domain/event'

/** Events that the server looks at before it sends what it has found. */
const SEARCH_WINDOW = 2_000

/** A read from the event at a position (inclusive) to the end of the log: of all events, or of some types. */
export function readLogRequest({
  from,
  types,
}: {
  readonly from: Position | null
  readonly types?: readonly string[] | undefined
}): ReadReq {
  const { Options } = streams.ReadReq
  const all = new Options.AllOptions()
  if (from === null) all.setStart(new shared.Empty())
  else all.setPosition(new Options.Position().setCommitPosition(String(from.commit)).setPreparePosition(String(from.prepare)))
  const options = new Options()
    .setAll(all)
    .setReadDirection(Options.ReadDirection.FORWARDS)
    .setCount(String(Number.MAX_SAFE_INTEGER))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
  if (types) {
    const byType = new Options.FilterOptions.Expression().setRegex(`^(${types.join('|')})$`)
    options.setFilter(new Options.FilterOptions().setEventType(byType).setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1))
  } else options.setNoFilter(new shared.Empty())
  return new streams.ReadReq().setOptions(options)
}
