/// The recorded lists for `$(region)` and `$(lang)`: `Locale.isoRegionCodes` and `Locale.isoLanguageCodes`
/// of Foundation on macOS 27.0, in the recording of sergii-ziborov/blazingly-aasa (`src/iso_tables.rs`, 960317e).
///
/// Generated from the recording: each line has a first letter, and the rest of each code that begins with it.
enum RecordedISOCodes {
    static let regions = codes(
        """
        A C D E F G I L M O Q R S T U W X Z
        B A B D E F G H I J L M N O Q R S T V W Y Z
        C A C D F G H I K L M N O P Q R U V W X Y Z
        D E G J K M O Z
        E A C E G H R S T
        F I J K M O R
        G A B D E F G H I L M N P Q R S T U W Y
        H K M N R T U
        I C D E L M N O Q R S T
        J E M O P
        K E G H I M N P R W Y Z
        L A B C I K R S T U V Y
        M A C D E F G H K L M N O P Q R S T U V W X Y Z
        N A C E F G I L O P R U Z
        O M
        P A E F G H K L M N R S T W Y
        Q A
        R E O S U W
        S A B C D E G H I J K L M N O R S T V X Y Z
        T A C D F G H J K L M N O R T V W Z
        U A G M S Y Z
        V A C E G I N U
        W F S
        X K
        Y E T
        Z A M W
        """)

    static let languages = codes(
        """
        a a b ce cf ch da dy e eb f fh gq in k kk kz le ln lt m n ng np pw r rc rn ro rp rq rs rw ry rz s sa se st v vk
        a wa y z
        b a al an ar as ax bc bj e ej em er ew ez fd fq g gc gn ho i ik in jn km la lo m n o py qi r ra rh rx s ss ua ug
        b um yn yv
        c a ad ar ay ch cp e eb gg h hb hg hk hm hn ho hp hr hy ic kb o om op ps r rh rj rk rl rm s sb st sw u v wd y
        d a ak ar av e el en gr in je oi sb tp ua um v yo yu z zg
        e bu e fi gl gy ka l lx n nm o s su t u wo xt
        f a an at f i il it j la o on r rc rm ro rp rr rs ur y
        g a aa ag an ay ba bz cf d ez il l lk mh n oh om on or ot rb rc sw u uc ur uz v wi
        h a ai ak aw ch e i if il it mn o r sb sn t u up y z
        i a ba bb d e g i k lo nh o s sc t u zh
        j a am bo go mc pr rb ut v
        k a aa ab ac aj am aw bd bl cg de ea en fo g gp ha ho hq hw i io iu j k kj l ln m mb n o oi ok os pe r rc ri rj
        k rl ru s sb sf sh u um ut v w xv y
        l a ad ag ah am b ez fn g i ij iv kt mo n o ol oz rc t tg u ua ui un uo us ut uy v zh zz
        m ad af ag ai ak an as de df dh dr en er fe g ga gh go h i ic id in is k l n nc ni oh os r rj s t ua ul us wl wr
        m wv y ye yv zn
        n a an ap aq b d ds e ew ez g ia iu jo l mg n nh np o og on ov qo r so us v wc y ym yn yo zi
        o c j m r s sa ta tk ui
        p a ag al am ap au cd cm dc dt eo fl hn i l ms nt on qm rg ro s t
        q u uc ug
        r aj ap ar ej gn hg if m n o of om tm u ue ug up w wk
        s a ad ah am aq as at az ba bp c cn co d dc dh e ee eh ei el es g ga gs hi hn hp hu i id jd je ju k l li ly m ma
        s mj mn ms n nk o og q r rn rr rs s sy t tq u uk us ux v w wb yc yr zl
        t a cy e em eo er et g h i ig iv k kl kr lh li ly mh n o og ok pi r ru rv s sd si t tt um vl w wq y yv zm
        u dm g ga k mb nd r z
        v ai e ec ep i ls mf mw o ot ro un
        w a ae al ar as bp o uu
        x al h mf nr og
        y ao ap av bb i o rl ue
        z a ap bl ea en gh h u un xx za
        """)

    private static func codes(_ table: String) -> [String] {
        table.split(separator: "\n").flatMap { line in
            let words = line.split(separator: " ")
            return words.dropFirst().map { String(words[0] + $0) }
        }
    }
}
