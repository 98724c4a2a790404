// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_CELL_RADIO_H
#define DCF_CELL_RADIO_H

#include "cell-radio.h"

namespace ns3
{

/// @ingroup wlan-testbed
/// A DcfNetDevice, or another device that has the trace sources of its MAC and PHY itself.
class DcfCellRadio : public CellRadio
{
  public:
    /// See CellRadios::Install().
    /// @param description of the radios
    /// @param stations get one each
    /// @param accessPoint gets the last
    /// @return the radios
    static NetDeviceContainer Install(const CellRadios& description,
                                      const NodeContainer& stations,
                                      Ptr<Node> accessPoint);
    /// @param radio one of them
    explicit DcfCellRadio(Ptr<NetDevice> radio);

    void SetMode(const std::string& mode,
                 const std::vector<std::string>& basicModes) const override;
    void SetNoise(Ptr<ErrorModel> noise) const override;
    void SetCwMax(uint32_t cwMax) const override;
    void SetDriverQueue(AckPriorityHelper& priority, uint32_t packets) const override;
    uint32_t CountPackets() const override;
    void NotifyWhenJoined(const std::function<void()>& joined) const override;
    bool HasJoined() const override;
    Ptr<Object> FindMacTraces() const override;
    Ptr<Object> FindPhyTraces() const override;
    bool ConnectTxBegin(const TxBeginCallbacks& callbacks) const override;
    void DisconnectTxBegin(const TxBeginCallbacks& callbacks) const override;

  private:
    Ptr<NetDevice> m_radio; ///< the radio
};

} // namespace ns3

#endif // DCF_CELL_RADIO_H
