extension RunDiff {
    /// A part of the information that a difference contains about domains.
    package enum Part: String, Sendable, CaseIterable {
        /// Findings that were not there.
        case new
        /// Findings that were gone and are back.
        case returned
        /// Findings that are gone.
        case fixed
        /// Other changes: of the file, the certificate, or the server.
        case changed
        /// Domains that one of the runs could not check, and findings that could not be looked at.
        case notCompared = "not-compared"
        /// Domains that the earlier run did not audit.
        case added
        /// Domains that the later run did not audit.
        case removed
        /// Findings that both runs have.
        case still

        /// Whether something is different: neither what is as it was, nor what is not known.
        package var isDifference: Bool { self != .still && self != .notCompared }
    }

    /// Whether there is anything of a part.
    package func has(_ part: Part) -> Bool {
        switch part {
        case .new: changes.new > 0
        case .returned: changes.returned > 0
        case .fixed: changes.fixed > 0
        case .changed: domainsWithFacts > 0
        case .notCompared: changes.notCompared > 0 || findingsNotCompared > 0
        case .added: changes.domainsAdded > 0
        case .removed: changes.domainsRemoved > 0
        case .still: changes.still > 0
        }
    }

    /// The parts of the difference that are shown; `nil` for all.
    ///
    /// The numbers stay those of the whole.
    package func only(_ parts: Set<Part>) -> RunDiff {
        var diff = self
        diff.parts = parts
        diff.domains = domains.compactMap { domain in
            var domain = domain
            domain.findings = (domain.isNotCompared ? domain.comparedFindings : domain.findings).filter { change in
                switch change.kind {
                case .new: parts.contains(.new)
                case .returned: parts.contains(.returned)
                case .fixed: parts.contains(.fixed)
                case .still: parts.contains(.still)
                case .notCompared: parts.contains(.notCompared)
                }
            }
            if !parts.contains(.changed) { domain.facts = [] }
            let isShown =
                !domain.findings.isEmpty || !domain.facts.isEmpty
                || (domain.presence == .added && parts.contains(.added))
                || (domain.presence == .removed && parts.contains(.removed))
                || (domain.isNotCompared && parts.contains(.notCompared))
            return isShown ? domain : nil
        }
        return diff
    }
}
