// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "aasa-audit",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppSiteAssociation", targets: ["AppSiteAssociation", "Findings"]),
        .library(name: "Audit", targets: ["Audit", "Transport", "Findings"]),
        .executable(name: "aasa-audit", targets: ["aasa-audit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-collections", .upToNextMinor(from: "1.6.0")),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", .upToNextMinor(from: "2.1.1")),
        .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    ],
    targets: [
        // System libraries: module maps and static-inline wrappers only.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CAres", pkgConfig: "libcares",
            providers: [.apt(["libc-ares-dev"]), .brew(["c-ares"])]),
        .systemLibrary(
            name: "CIDN2", pkgConfig: "libidn2",
            providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CLinux"),

        // The arrows between libraries go one way; see Sources/aasa-audit/Documentation.docc/Architecture.md.
        .target(name: "Platform"),
        .target(name: "Basics"),
        .target(name: "Findings"),
        .target(name: "AppSiteAssociation", dependencies: ["Basics", "Findings"]),
        .target(
            name: "Transport",
            dependencies: [
                "Platform", "Basics", "CCurl", "COpenSSL", "CAres", "CLinux",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .target(name: "SignedFile", dependencies: ["Basics", "Transport", "COpenSSL"]),
        .target(name: "Entitlements", dependencies: ["Basics", "SignedFile", "CZlib"]),
        .target(
            name: "CrawlSchedule",
            dependencies: [
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .target(
            name: "Audit",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "SignedFile", "Transport", "CrawlSchedule",
                "CIDN2",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "Records",
            dependencies: ["Basics", "Findings", "AppSiteAssociation", "Transport", "Audit", "CZlib"]),
        // The files of pages, built in.
        .target(name: "CResources"),
        .target(
            name: "Reports",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "Transport", "Audit", "Records",
                "CResources",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["Schema", "HTML/Page", "Mail/Page", "Site/Page"]),
        .target(
            name: "Settings",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "Transport", "CrawlSchedule", "Audit",
                "Records", "Reports",
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(
            name: "History",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "Transport", "Audit", "Records",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "Execution",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "Transport", "CrawlSchedule", "Audit",
                "Records", "Reports", "Settings", "History", "Entitlements",
            ]),
        .executableTarget(
            name: "aasa-audit",
            dependencies: [
                "Platform", "Basics", "Findings", "AppSiteAssociation", "SignedFile", "Transport", "Audit",
                "Records", "Reports", "Settings", "History", "Execution",
                "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // Tests: one target per library, and the fault server that they share.
        .target(name: "TestSupport", dependencies: ["Platform", "COpenSSL"], path: "Tests/Support"),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "BasicsTests", dependencies: ["Basics"]),
        .testTarget(name: "FindingsTests", dependencies: ["Findings"]),
        .testTarget(
            name: "AppSiteAssociationTests", dependencies: ["AppSiteAssociation", "Findings", "TestSupport"]),
        .testTarget(name: "TransportTests", dependencies: ["Platform", "COpenSSL", "Transport", "TestSupport"]),
        .testTarget(name: "SignedFileTests", dependencies: ["SignedFile", "Transport", "TestSupport"]),
        .testTarget(name: "EntitlementsTests", dependencies: ["Entitlements", "TestSupport"]),
        // Random crawls in virtual time; an executable of its own, so that it can run optimised.
        .executableTarget(name: "crawl-simulation", dependencies: ["CrawlSchedule"], path: "Tests/CrawlSimulation"),
        .testTarget(name: "CrawlScheduleTests", dependencies: ["CrawlSchedule", "crawl-simulation", "TestSupport"]),
        .testTarget(
            name: "AuditTests",
            dependencies: [
                "CrawlSchedule", "Audit", "Records", "SignedFile", "Transport", "Findings", "TestSupport",
            ]),
        .testTarget(name: "RecordsTests", dependencies: ["Records", "Audit", "Transport", "Findings", "TestSupport"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Basics", "Records", "Reports", "Audit", "Transport", "Findings", "AppSiteAssociation",
                "TestSupport",
            ]),
        .testTarget(
            name: "SettingsTests",
            dependencies: ["Settings", "Records", "Reports", "Audit", "Transport", "Findings", "TestSupport"]),
        .testTarget(
            name: "HistoryTests",
            dependencies: [
                "Platform", "History", "Records", "Reports", "Audit", "Transport", "Findings", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Execution", "Findings", "Platform", "TestSupport", "aasa-audit",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),  // SE-0335
            .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
            .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
            .treatAllWarnings(as: .error),
        ]
}

// The fuzzer, built by Scripts/fuzz alone: its flags forbid the use of the package as a dependency.
if Context.environment["AASA_AUDIT_FUZZ"] != nil {
    let flags = ["-sanitize=fuzzer,address"]
    for target in package.targets
    where ["Basics", "Findings", "AppSiteAssociation", "SignedFile", "Audit", "Records", "Reports"].contains(
        target.name)
    {
        target.swiftSettings?.append(.unsafeFlags(flags))
    }
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "AppSiteAssociation", "Findings", "SignedFile", "Transport", "Records", "Reports", "COpenSSL",
                "TestSupport",
            ],
            path: "Tests/Fuzzers/Fuzz",
            swiftSettings: [.unsafeFlags(flags + ["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(flags + ["-use-ld=lld"])]))
}

// The benchmark of the file's content and what fills a database, built by Scripts/bench and Scripts/soak alone.
if Context.environment["AASA_AUDIT_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "bench-content", dependencies: ["AppSiteAssociation", "Findings"],
            path: "Tests/Benchmarks/Content"))
    package.targets.append(
        .executableTarget(
            name: "soak-fill",
            dependencies: ["History", "Records", "Reports", "Audit", "Transport", "Findings"],
            path: "Tests/Soak/Fill"))
}
