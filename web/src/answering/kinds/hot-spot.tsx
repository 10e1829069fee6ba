import { ChoiceRows } from './choice-rows.tsx'
import type { KindProps } from './kind-props.ts'

/** One place out of three to six, by its name; `HotSpotMarkers` lets it be pointed at in the picture. */
const HotSpot = ({ item, ...rest }: KindProps<'hot_spot'>) => (
  <ChoiceRows
    {...rest}
    type="radio"
    legend={<span className="font-semibold">Choose one place, here or in the picture</span>}
    choices={item.spots}
  />
)
export default HotSpot
