/** Words that are suggested as names: short, friendly and no brand names. */
const wordText = `
able acorn adapt agile album alder alert alloy alpine amber anchor angle apple april arbor arch arctic arrow aspen aster
atlas atom aurora autumn azure badge baker balsam bamboo banjo barley basil basket beach beacon bear beaver bell berry
birch bird bison blaze bloom blossom blue bold bonfire book boulder branch brass brave breeze brick bridge bright brook
butter cabin cactus camel camera canal candle canoe canyon captain cedar cello chalk chapter charm cherry chestnut
circle citrus clay clear clever cliff clock cloud clover coast cobalt cocoa comet compass copper coral corner cosmos
cotton cover crane crater creek cricket crimson crisp crown crystal curious dahlia daisy dancer dapper dawn deer delta
denim desert dolphin dragon dream drift drum dune eager eagle early earth echo eclipse elder elm ember emerald engine
evening ever falcon fable fair falls feather fern fiddle field finch firefly flame flint flora flute forest fortune fossil
fountain fox fresh friend frost galaxy garden garnet gentle ginger glacier glade glow golden grand granite grape grass
grove guitar gull harbor harvest haven hazel heart heather hedge helium heron hickory hill hollow honest honey horizon
humble hummingbird iceberg indigo iris island ivory ivy jade jasmine jasper jewel jolly journey jovial juniper jupiter
keeper kettle kind kindle kite kiwi koala lagoon lake lantern larch lark laurel lavender leaf ledger lemon light lilac
lily linen lively lobster lotus lucky lunar lupine lynx lyric magic magnet magnolia mango maple marble march marigold
marina meadow melody mellow merry meteor mild mint mirror misty modest moon morning moss motion mountain music myrtle
narrow nebula nectar nest nimble noble north nova oak oasis ocean olive onyx opal orange orbit orchard orchid origin otter
owl paddle palm panda paper parcel pastel path pearl pebble pepper petal piano pigeon pillow pine pioneer planet plum
polar pond poplar poppy prairie prism proud quail quartz quick quiet quill quilt rabbit radiant rain rainbow rapid raven
reef ribbon ridge river robin rocket rose rosemary ruby saffron sage sail salmon sandy sapphire scarlet season seed
sequoia serene shade shell shine silver simple sky slate smart snow solar solid sonnet sorrel south spark sparrow spice
spiral spring spruce star stone storm stream summer sunny sunrise swallow sweet swift sycamore tango teal tender thistle
thunder tide tiger timber topaz torch trail tranquil tree tulip tundra turtle twilight umber upland valley vanilla velvet
venture verdant vine violet vista vivid walnut wander warm water wave west wheat whisper wild willow wind winter wise
wonder wood wren yarrow yellow young zebra zenith zephyr zinc zinnia`

/** Returns the words in alphabetical order, each once. */
export function listWords(): readonly string[] {
  return [...new Set(wordText.trim().split(/\s+/))].sort()
}
